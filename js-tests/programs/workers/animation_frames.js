// args: --virtual-time --frames 100
// Workers have animation frames of their own, at the rate of those of the program.
const script = `
const draw = now => {
  console.log('worker', now === performance.now(), now);
  if (now < 30) requestAnimationFrame(draw);
};
requestAnimationFrame(draw);
cancelAnimationFrame(requestAnimationFrame(() => console.log('never')));
console.log(Object.hasOwn(self, 'requestAnimationFrame'), 'onlanguagechange' in self, onlanguagechange);
`;
setTimeout(() => new Worker(`data:text/javascript,${encodeURIComponent(script)}`), 5);
requestAnimationFrame(now => console.log('program', now));
