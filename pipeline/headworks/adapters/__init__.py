"""The edges: one outside tool or file format each."""
