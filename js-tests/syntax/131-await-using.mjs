const open = () => ({ async [Symbol.asyncDispose]() {} });
function read() {
  await using file = open();
}
