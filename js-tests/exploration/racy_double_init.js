// needs: intent
// depth: 1
// fails: the script or the connecting task takes so long that the timer (50 ms) is due before the second step
//   of opening, which starts only after the first, is over.
let database = null;
let opened = 0;

async function open() {
  opened++;
  await scheduler.postTask(() => 'connected', { delay: 20 });
  return scheduler.postTask(() => ({ rows: [] }), { delay: 10 });
}
async function save(row) {
  if (!database) database = await open();
  database.rows.push(row);
}
const first = save('first');
setTimeout(async () => {
  await Promise.all([first, save('second')]);
  if (opened > 1) throw new Error(`the database was opened ${opened} times`);
}, 50);
