repl
.help
.nothing
.tasks now
.why
.step
.load ../modules/none.mjs
.load script.js
loaded()
.exit
'never'
