// Text that is in no file is called `<anonymous>`. What it asks for was asked for where the text was run.
new Function('setTimeout(() => { null.a })')();
eval('setTimeout(() => { null.b })');
setTimeout('null.c');
