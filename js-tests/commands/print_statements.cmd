run -p 'let x = [1, 2]; x.push(3); x'
