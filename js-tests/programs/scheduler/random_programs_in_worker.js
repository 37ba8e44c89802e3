// args: --virtual-time
// The random programs in a dedicated worker. Chromium 148 prints the same sums there as in a window.
new Worker('./random_programs.js');
