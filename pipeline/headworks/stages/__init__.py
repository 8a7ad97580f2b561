"""The stages of a run, one short recipe each."""
