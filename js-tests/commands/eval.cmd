run -e 'console.log(scriptArgs, typeof require)' one -- --two
