// Source text without a file is called `<anonymous>`. Its timers are attributed to the place that ran the text.
new Function('setTimeout(() => { null.a })')();
eval('setTimeout(() => { null.b })');
setTimeout('null.c');
