for await (const x of [1, 2]) console.log(x);
throw new Error('after the loop');
