const parsed = JSON.parse('null');
const text = String(1);
console.log(text.length, parsed.toString());
