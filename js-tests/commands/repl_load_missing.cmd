repl -i none.js
