run --color always -p '({ a: [1, "b", null, undefined, true, Symbol("s"), 1n, /r/g, () => {}], [Symbol("k")]: new Date(0) })'
