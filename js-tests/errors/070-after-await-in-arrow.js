const size = async get => (await get()).items.length;
size(async () => ({}));
