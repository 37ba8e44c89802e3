console.log('second');
