const tasks = {
  function run() {},
};
