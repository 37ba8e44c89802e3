// Types that are exported like values.
interface Square { side: number }
type Circle = { radius: number };
export { Square as default, type Circle, Square };
