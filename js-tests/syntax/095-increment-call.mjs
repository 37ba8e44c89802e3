let n = 0;
next()++;
