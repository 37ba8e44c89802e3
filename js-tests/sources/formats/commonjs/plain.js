console.log('a .js file of a CommonJS package:', typeof this, typeof require);
