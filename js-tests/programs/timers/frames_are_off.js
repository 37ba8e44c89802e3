// args: --virtual-time
// Without the options, none of these exist.
console.log(typeof requestAnimationFrame, typeof cancelAnimationFrame, navigator.scheduling, typeof Scheduling);
console.log('wait' in scheduler, 'currentTaskSignal' in scheduler);
