for await (const x of 1) console.log(x);
