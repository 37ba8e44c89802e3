const html = undefined;
const page = html`<p>${1}</p>`;
console.log(page);
