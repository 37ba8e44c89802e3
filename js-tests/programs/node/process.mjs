// node:process: Node prints the same.
import process, { argv, env, hrtime } from 'node:process';
import path from 'node:path';

console.log(
    argv.length,
    path.basename(argv[1]),
    process === globalThis.process,
    Object.prototype.toString.call(process),
);
console.log(
    typeof process.pid,
    typeof process.platform,
    typeof process.version,
    /^v\d+\.\d+\.\d+$/.test(process.version),
);
console.log(process.cwd() === path.resolve('.'), process.uptime() >= 0, hrtime().length, typeof hrtime.bigint());
env.NUMBER = 5;
env.UNDEFINED = undefined;
console.log(
    typeof env.NUMBER,
    env.UNDEFINED,
    'NUMBER' in env,
    delete env.NUMBER,
    env.NUMBER,
    Object.keys(env).includes('PATH'),
);
const [seconds, nanoseconds] = hrtime(hrtime());
console.log(seconds === 0, nanoseconds < 1e9);
process.stdout.write('no line break, ');
process.stdout.write('then one\n');
console.log(process.stdout.write(''), process.stdout.isTTY ?? false, process.stdout.writable, process.stdout.fd);
process.on('warning', warning => console.log('warning', warning.name, warning.message, warning.code));
process.removeAllListeners('warning');
process.on('warning', warning => console.log('own', warning.name, warning.message, warning.code));
process.emitWarning('careful');
process.emitWarning('old', 'DeprecationWarning', 'DEP0');
process.emitWarning('with options', { type: 'Custom', code: 'C1', detail: 'more' });
await new Promise(resolve => setTimeout(resolve, 1));
process.on('unhandledRejection', (reason, promise) =>
    console.log('unhandled', reason.message, promise instanceof Promise),
);
process.on('rejectionHandled', promise => console.log('handled later', promise instanceof Promise));
const rejected = Promise.reject(new Error('lost'));
await new Promise(resolve => setTimeout(resolve, 1));
rejected.catch(() => {});
await new Promise(resolve => setTimeout(resolve, 1));
process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
setTimeout(() => {
    throw new Error('thrown');
}, 1);
await new Promise(resolve => setTimeout(resolve, 3));
process.removeAllListeners('unhandledRejection');
Promise.reject(new Error('as exception'));
await new Promise(resolve => setTimeout(resolve, 1));
try {
    process.exitCode = 'x';
} catch (error) {
    console.log(error.name, error.code);
}
let again = 1;
process.on('beforeExit', code => {
    console.log('beforeExit', code);
    if (again-- > 0) setTimeout(() => console.log('more work'), 1);
});
process.on('exit', code => console.log('exit', code, process.exitCode));
process.exitCode = 4;

const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks');
console.log(new AsyncLocalStorage().run(1, () => 2), process.getBuiltinModule('path').sep);
console.log(process.getBuiltinModule('nothing'));
try {
  process.getBuiltinModule();
} catch (error) {
  console.log(error.code, error.message);
}
