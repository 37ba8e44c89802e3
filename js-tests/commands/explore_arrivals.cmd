explore --jobs 1 --fetch-root ../served -
let shown;
const show = async url => { shown = await (await fetch(url)).text() };
await Promise.all([show('data.json'), show('folder/')]);
if (!shown.includes('index')) throw new Error('the first answer came last');
