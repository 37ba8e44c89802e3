const out = [];
for (let i = 0, i < 5; i++) {
  out.push(i);
}
