explore --jobs 1 --frames 60 --input click@10ms --experimental scheduler-wait -
let clicked = false;
addEventListener('click', () => { clicked = true });
requestAnimationFrame(() => { if (!clicked) throw new Error('the frame came first') });
await scheduler.wait(20);
