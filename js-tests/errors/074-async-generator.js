async function* numbers(options) {
  yield options.start;
  yield options.range.end;
}
(async () => {
  for await (const n of numbers({ start: 1 })) console.log(n);
})();
