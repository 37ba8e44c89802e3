const open = () => ({ async [Symbol.asyncDispose]() {} });
await using file = open();
