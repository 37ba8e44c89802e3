// The import of the factory is used, though only JSX does.
import * as dom from './dom.ts';

console.log(<p class="note" hidden>{1 + 1} <b /></p>);
console.log(<><i /></>);
