import Greeting from './Greeting.vue';
import counter from './Counter.svelte';
import { state } from './state.svelte.js';
import text from './Greeting.vue' with { type: 'text' };

console.log(Greeting.render(), Greeting.greet('Ada'));
console.log(Greeting.__file.endsWith('/components/Greeting.vue'), /^data-v-\w{8}$/.test(Greeting.__scopeId));
console.log(Greeting.__cssModules.$style.big.replace(/\w{6}$/, '(hash)'), text.split('\n').length);
console.log(counter(), state);
for (const name of ['./Broken.vue', './Linked.vue', './typed.svelte.ts', '../modules/Alone.vue'])
  await import(name).catch(error => console.log(error.name, error.message.replace(/\/\S*\//, '')));
Greeting.fail();
