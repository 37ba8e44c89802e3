const shape = new Shape();
class Shape {}
