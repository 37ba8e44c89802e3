for (const i = 0; i < 3; i++) {
  console.log(i);
}
