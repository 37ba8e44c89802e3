type Fine = string;
namespace Values {
  export const one: number = 1;
}
console.log(Values.one);
