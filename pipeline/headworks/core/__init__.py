"""What the law means, without files, clocks or drawings."""
