repl
.load executable.js
loaded
