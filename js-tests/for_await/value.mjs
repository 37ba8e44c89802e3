for await (const x of [Promise.reject(new Error('a value'))]) console.log(x);
