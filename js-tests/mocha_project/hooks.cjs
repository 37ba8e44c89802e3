// Root hooks.
exports.mochaHooks = {
  beforeEach: [
    function () {
      this.count = (this.count ?? 0) + 1;
    },
  ],
  afterAll() {
    console.log('after all tests');
  },
};
