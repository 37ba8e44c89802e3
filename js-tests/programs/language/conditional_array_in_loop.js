// A value that is taken apart in a loop whose head also takes values apart, and that may be null.
for (const [name] of [['a'], ['b']]) {
  const isKnown = name === 'b';
  const [value, options] = isKnown ? [name, 1] : [name, {}];
  console.log(value, options);
}
