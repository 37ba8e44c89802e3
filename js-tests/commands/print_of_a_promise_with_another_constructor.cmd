run -p 'const p = Promise.resolve(4); p.constructor = 5; p'
