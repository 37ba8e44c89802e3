'use strict';
// node:os: https://nodejs.org/api/os.html

const { platform, arch, env } = require('node:process');

const isWindows = platform === 'win32';

const signals = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};
const errno = {
  EPERM: 1,
  ENOENT: 2,
  EIO: 5,
  EBADF: 9,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EPIPE: 32,
  ENOTEMPTY: 39,
  EADDRINUSE: 98,
  ECONNRESET: 104,
  ETIMEDOUT: 110,
  ECONNREFUSED: 111,
};

const NAMES = { linux: 'Linux', darwin: 'Darwin', win32: 'Windows_NT' };
const MACHINES = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686' };

module.exports = {
  EOL: isWindows ? '\r\n' : '\n',
  arch: () => arch,
  availableParallelism: () => 1,
  constants: { signals, errno, priority: {}, dlopen: {}, UV_UDP_REUSEADDR: 4 },
  // Programs run on one thread, on a machine that they do not see.
  cpus: () => [{ model: 'posttask', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
  devNull: isWindows ? '\\\\.\\nul' : '/dev/null',
  endianness: () => 'LE',
  freemem: () => 0,
  getPriority: () => 0,
  homedir: () => env.HOME ?? env.USERPROFILE ?? '/',
  hostname: () => env.HOSTNAME ?? 'localhost',
  loadavg: () => [0, 0, 0],
  machine: () => MACHINES[arch] ?? arch,
  networkInterfaces: () => ({}),
  platform: () => platform,
  release: () => '0.0.0',
  setPriority: () => {},
  tmpdir: () => (env.TMPDIR ?? env.TEMP ?? env.TMP ?? '/tmp').replace(/(?<=.)\/$/, ''),
  totalmem: () => 0,
  type: () => NAMES[platform] ?? platform,
  uptime: () => performance.now() / 1000,
  userInfo: () => ({
    uid: -1,
    gid: -1,
    username: env.USER ?? env.USERNAME ?? 'user',
    homedir: module.exports.homedir(),
    shell: env.SHELL ?? null,
  }),
  version: () => 'posttask',
};
