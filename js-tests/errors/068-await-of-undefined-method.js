const db = {};
async function load() {
  const rows = await db.query('all');
  return rows;
}
load();
