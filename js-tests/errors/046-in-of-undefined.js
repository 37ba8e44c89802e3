const options = undefined;
if ('debug' in options) console.log('debug');
