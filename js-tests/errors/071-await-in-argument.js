const get = async () => 1;
async function load() {
  await null;
  use(await get());
}
load();
