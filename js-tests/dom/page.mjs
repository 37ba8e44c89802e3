// What a page finds in a document.
console.log(location.href, window === globalThis, document.defaultView === window, self === top, globalThis.innerWidth);
console.log(typeof setImmediate, typeof process, typeof MessageChannel, typeof Intl);
console.log(globalThis.getComputedStyle?.(document.body).display ?? 'no styles', navigator.userAgent);

const button = document.createElement('button');
document.body.append(button);
button.addEventListener('click', event => console.log('click', event instanceof Event, event.timeStamp));
setTimeout(() => button.click(), 1000);
requestAnimationFrame(() => console.log('frame'));

const controller = new AbortController();
button.addEventListener('own', () => console.log('own'), { signal: controller.signal });
button.dispatchEvent(new Event('own'));
controller.abort();
button.dispatchEvent(new Event('own'));

addEventListener('resize', () => console.log('resize'));
dispatchEvent(new Event('resize'));

addEventListener('error', event => {
  console.log('error:', event.message);
  event.preventDefault();
});
setTimeout(() => {
  throw new Error('of a timer');
}, 2000);
button.addEventListener('fails', () => {
  throw new Error('of a listener');
});
try {
  button.dispatchEvent(new Event('fails'));
} catch (error) {
  console.log('thrown:', error.message);
}

const form = document.createElement('form');
form.append(Object.assign(document.createElement('input'), { name: 'a', value: 'b' }));
const FormOfPage = FormData;
console.log(typeof window.FormData === 'function' && new FormOfPage().get('a'));
try {
  console.log(new FormData(form).get('a'));
} catch (error) {
  console.log(error.name);
}
await fetch('/relative').catch(error => console.log(error.message));
