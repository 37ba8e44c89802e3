function pick(kind, table) {
  switch (kind) {
    case 'a': return 1;
    case 'b': return table.b.size();
    default: return table.c.size();
  }
}
pick('z', { b: [] });
