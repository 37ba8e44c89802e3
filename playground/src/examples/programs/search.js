// A search field that asks a server after each key. Short texts have many results, which take longer.
const words = ['cab', 'cake', 'cat', 'catalogue'];

function request(text) {
  return new Promise(resolve => {
    const results = words.filter(word => word.startsWith(text));
    setTimeout(resolve, 10 * results.length, results);
  });
}

const field = { text: '', shown: [] };

async function type(text) {
  field.text = text;
  field.shown = await request(text);
}

setTimeout(type, 0, 'ca');
setTimeout(type, 30, 'cat');

setTimeout(() => {
  console.log(`searched for "${field.text}", shown: ${field.shown}`);
  if (field.shown.includes('cake')) throw new Error(`results of an old search are shown for "${field.text}"`);
}, 200);
