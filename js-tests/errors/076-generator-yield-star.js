function* all(list) {
  yield* list;
}
for (const item of all(undefined)) console.log(item);
