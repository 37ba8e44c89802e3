console.log('a .js file without a package:', typeof this, typeof require);
