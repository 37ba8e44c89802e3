const open = () => ({ [Symbol.dispose]() {} });
using file = open();
