// always: round1<round2, round2<round3, round1<timer
// Each round of an interval is set when the one before has run.
let rounds = 0;
const id = setInterval(() => {
  console.log(`round${++rounds}`);
  if (rounds === 3) clearInterval(id);
}, 4);
setTimeout(() => console.log('timer'), 6);
