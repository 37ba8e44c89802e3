const list = [1];
for (const x on list) {
  console.log(x);
}
