// The interval never ends.
setInterval(() => {}, 1);

export default { test: { testTimeout: 1000 } };
