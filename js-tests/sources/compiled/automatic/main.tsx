// The compiler imports the functions of `jsxImportSource`.
import { Footer } from './footer.js';
import type { Children } from './types.ts';

const Item = ({ label, children }: { label: string; children?: Children }) => <li title={label}>{children}</li>;
const rest = { id: 'all', lang: 'en' };
const list = (
  <ul {...rest} class="list">
    <Item label="one">1 &amp; only</Item>
    <Item key="second" label="two" />
    {['x', 'y'].map((letter) => <b>{letter}</b>)}
    <>
      text {/* a comment */}
    </>
  </ul>
);
console.log(list, <Footer />);

function Broken(): string {
  throw new Error('in a component');
}
try {
  console.log(<p><Broken /></p>);
} catch (error) {
  console.log((error as Error).stack!.trim());
}
