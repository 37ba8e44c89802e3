const box = {
  set size(value) {
    this.inner.size = value;
  },
};
box.size = 3;
