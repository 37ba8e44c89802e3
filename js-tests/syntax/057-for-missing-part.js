const out = [];
for (let i = 0; i < 5) {
  out.push(i);
}
