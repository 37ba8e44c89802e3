const n = 1;
cosnt m = n;
