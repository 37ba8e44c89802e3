// A database that is opened when it is first needed.
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
  console.log(`opened ${opened} time(s), rows: ${database.rows}`);
  if (opened > 1) throw new Error(`the database was opened ${opened} times`);
}, 50);
