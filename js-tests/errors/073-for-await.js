async function drain(source) {
  for await (const chunk of source) console.log(chunk);
}
drain(undefined);
