// Error.prepareStackTrace, which libraries use to find their caller.
function here() {
    const holder = {};
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = (object, sites) => {
        console.log(object === holder);
        return sites;
    };
    Error.captureStackTrace(holder, here);
    Error.prepareStackTrace = prepareStackTrace;
    return holder.stack;
}
function caller() {
    return here();
}
const [first, second] = caller();
console.log(first.getFunctionName(), first.getLineNumber(), first.getColumnNumber(), first.isToplevel());
const file = second.getFileName();
console.log(second.getFunctionName(), file.endsWith('call_sites.js'), second.isToplevel(), String(second));

// The methods are those of a class, which libraries copy.
Error.prepareStackTrace = (error, sites) => sites;
const [site] = new Error('x').stack;
const methods = Object.getPrototypeOf(site);
console.log(Object.getOwnPropertyNames(site), Object.keys(methods), site.constructor.name);
console.log(Object.getOwnPropertyNames(methods).sort().join(' '));
const copy = {};
for (const name of Object.getOwnPropertyNames(methods)) {
    copy[name] = /^(?:is|get)/.test(name) ? function () { return methods[name].call(site); } : methods[name];
}
console.log(copy.isNative(), copy.getLineNumber(), copy.isPromiseAll(), copy.getPromiseIndex());
class Shop {
    site = new Error('x').stack[0];
    buy() { return new Error('x').stack[0]; }
    static open() { return new Error('x').stack[0]; }
}
function close() { return new Error('x').stack[0]; }
for (const site of [new Shop().buy(), Shop.open(), close()]) {
    console.log(site.getFunctionName(), site.getMethodName(), site.getTypeName());
    console.log(site.isConstructor(), site.isToplevel());
}
Error.prepareStackTrace = undefined;
try {
    methods.getFileName.call({});
} catch (error) {
    console.log(error instanceof TypeError);
}
