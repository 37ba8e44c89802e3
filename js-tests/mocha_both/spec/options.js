it('has the options of both', function () {
  console.log(this.timeout(), this.test.retries());
});
