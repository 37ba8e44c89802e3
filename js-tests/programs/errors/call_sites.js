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
