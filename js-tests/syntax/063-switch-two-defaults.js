switch (1) {
  default: break;
  default: run();
}
