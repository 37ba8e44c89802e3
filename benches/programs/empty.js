// Start and end, nothing between.
