"""headworks: judges industrial discharges to the sewer against the limits in force, and explains every verdict."""
