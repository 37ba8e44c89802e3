repl -i script.js
loaded()
later
