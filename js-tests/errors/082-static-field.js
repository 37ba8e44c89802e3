const defaults = {};
class Theme {
  static color = defaults.colors.main;
}
