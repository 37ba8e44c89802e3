function fail(error) {
  thrw error;
}
