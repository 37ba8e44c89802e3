for (const { name } of [{ name: 'a' }, undefined]) {
  console.log(name);
}
