console.log('a .js file of a module package:', typeof this, typeof require);
