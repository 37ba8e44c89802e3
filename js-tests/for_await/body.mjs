for await (const x of [1]) throw new Error(`in the body: ${x}`);
