'use strict';
// node:readline: https://nodejs.org/api/readline.html. Lines of a stream; standard input cannot be read.

const EventEmitter = require('node:events');
const { StringDecoder } = require('node:string_decoder');

class Interface extends EventEmitter {
  #decoder = new StringDecoder('utf8');
  #rest = '';
  #input;
  #onData = chunk => this.#take(this.#decoder.write(chunk));
  #onEnd = () => this.close();
  #prompt = '> ';
  #questions = [];

  constructor(input, output) {
    super();
    const options = typeof input?.on === 'function' ? { input, output } : input;
    this.terminal = options.terminal ?? false;
    this.line = '';
    this.closed = false;
    this.output = options.output;
    this.input = this.#input = options.input;
    if (options.prompt !== undefined) this.#prompt = options.prompt;
    this.#input.on('data', this.#onData);
    this.#input.on('end', this.#onEnd);
    this.#input.resume?.();
  }

  #take(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) this.#emitLine(line);
  }

  #emitLine(line) {
    const question = this.#questions.shift();
    if (question) question(line);
    else this.emit('line', line);
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    this.#input.removeListener('data', this.#onData);
    this.#input.removeListener('end', this.#onEnd);
    const rest = (this.#rest + this.#decoder.end()).replace(/\r$/, '');
    this.#rest = '';
    if (rest !== '') this.#emitLine(rest);
    this.emit('close');
  }

  question(query, options, callback) {
    this.output?.write(query);
    this.#questions.push(typeof options === 'function' ? options : callback);
  }
  getPrompt() {
    return this.#prompt;
  }
  setPrompt(prompt) {
    this.#prompt = prompt;
  }
  prompt() {
    this.output?.write(this.#prompt);
  }
  pause() {
    this.#input.pause();
    return this;
  }
  resume() {
    this.#input.resume();
    return this;
  }
  write() {}

  async *[Symbol.asyncIterator]() {
    const lines = [];
    let wake = Promise.withResolvers();
    const take = line => {
      lines.push(line);
      wake.resolve();
    };
    const end = () => wake.resolve();
    this.on('line', take);
    this.on('close', end);
    try {
      while (!this.closed || lines.length > 0) {
        if (lines.length === 0) await wake.promise;
        wake = Promise.withResolvers();
        if (this.closed) wake.resolve();
        yield* lines.splice(0);
      }
    } finally {
      this.removeListener('line', take);
      this.removeListener('close', end);
    }
  }
}

const escaped = (stream, code, callback) => {
  stream.write(code);
  callback?.();
  return true;
};

module.exports = {
  Interface,
  clearLine: (stream, direction, callback) =>
    escaped(stream, `\u001b[${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`, callback),
  clearScreenDown: (stream, callback) => escaped(stream, '\u001b[0J', callback),
  createInterface: (input, output) => new Interface(input, output),
  cursorTo: (stream, x, y, callback) =>
    escaped(stream, typeof y === 'number' ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, callback),
  emitKeypressEvents() {},
  moveCursor: (stream, x, y, callback) => {
    const horizontal = x === 0 ? '' : x > 0 ? `\u001b[${x}C` : `\u001b[${-x}D`;
    const vertical = y === 0 ? '' : y > 0 ? `\u001b[${y}B` : `\u001b[${-y}A`;
    return escaped(stream, horizontal + vertical, callback);
  },
};
