repl
.advance 10
