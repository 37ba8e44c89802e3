async function load(get) {
  const response = await get();
  const body = response.body.text();
  return body;
}
load(async () => ({}));
