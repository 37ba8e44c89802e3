// An empty program: only start and end.
