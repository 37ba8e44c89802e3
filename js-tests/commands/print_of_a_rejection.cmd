run -p 'Promise.reject(new RangeError("no"))'
