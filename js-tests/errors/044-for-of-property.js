function walk(tree) {
  console.log('node');
  for (const child of tree.children) walk(child);
}
walk({});
