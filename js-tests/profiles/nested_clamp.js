// Shows: timer-clamp-at-level-5
// Follows from the recorded times of a program that logs them.
// chromium: 0, 1, 2, 3, 4, 5, timer
// firefox: 0, 1, 2, 3, 4, timer, 5

let n = 0;
(function f() { log(n); if (++n < 6) setTimeout(f, 0); })();
setTimeout(() => log('timer'), 3);
