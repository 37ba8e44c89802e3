const text = 'a,b';
const parts = text.split(',').mapp(part => part.trim()).join(';');
console.log(parts);
