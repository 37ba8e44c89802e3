/** @jsxRuntime classic */
/** @jsx tag */
/** @jsxFrag fragment */
// Comments at the start of a file go before its tsconfig.json. It is JavaScript, too.
const fragment = 'fragment';
const tag = (...parts) => parts.flat();
console.log(<a href="#">b</a>, <>c</>);
