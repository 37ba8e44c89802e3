// Shows: intervals-keep-their-beat
// chromium: interval, delayed, interval, delayed 20, interval
// firefox: interval, delayed, delayed 20, interval, interval

let n = 0; const id = setInterval(() => { log('interval'); if (++n === 3) clearInterval(id); }, 10);
scheduler.postTask(() => log('delayed'), { delay: 10 });
scheduler.postTask(() => log('delayed 20'), { delay: 20 });
