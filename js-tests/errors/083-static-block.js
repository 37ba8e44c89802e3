const env = {};
class Config {
  static mode;
  static {
    this.mode = 'x';
    env.options.forEach(option => option);
  }
}
