function print(lines) {
  for (const line of lines) console.log(line);
}
print(undefined);
