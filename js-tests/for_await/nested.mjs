if (true) {
  for await (const x of [1]) null.property;
}
