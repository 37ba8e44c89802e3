const log = console.log;
enum Level { Low, High }
log(Level.Low);
