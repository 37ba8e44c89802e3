export const a = 1;

if (a) {
  await new Promise(() => {});
}
