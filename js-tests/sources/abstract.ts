/** The default export is a class, although only TypeScript has it. */
export default abstract class Shape {
  static make(): Shape {
    return new (class Square extends Shape {})();
  }
}
export default interface Shape {}
