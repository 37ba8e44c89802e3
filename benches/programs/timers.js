for (let i = 0; i < 5000; i++) {
  setTimeout(() => i, i % 10);
  clearTimeout(setTimeout(() => i, 1000));
}
