'use strict';
// util.parseArgs: https://nodejs.org/api/util.html#utilparseargsconfig

const { checkArray, checkBoolean, checkObject, checkString } = require('node:internal/checks');
const { invalidArgType, invalidArgValue, typeError } = require('node:internal/errors');

function parseArgs(config = {}) {
  const own = name => (Object.hasOwn(config, name) ? config[name] : undefined);
  const args = own('args') ?? require('node:process').argv.slice(2);
  const options = own('options') ?? {};
  const strict = own('strict') ?? true;
  const allowPositionals = own('allowPositionals') ?? !strict;
  const tokens = own('tokens') ?? false;
  const allowNegative = own('allowNegative') ?? false;
  checkArray(args, 'args');
  for (const [name, value] of Object.entries({ strict, allowPositionals, tokens, allowNegative })) {
    checkBoolean(value, name);
  }
  checkOptions(options);
  const found = [...tokensOf(args, options, allowNegative)];
  const values = { __proto__: null };
  const positionals = [];
  for (const token of found) {
    if (token.kind === 'positional') {
      if (!allowPositionals) throw unexpectedPositional(token.value);
      positionals.push(token.value);
    } else if (token.kind === 'option') {
      if (strict) check(token, options, { allowPositionals, allowNegative });
      store(values, token, options);
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && !Object.hasOwn(values, name)) values[name] = option.default;
  }
  const shown = found.map(({ isNegated, ...token }) => token);
  return tokens ? { values, positionals, tokens: shown } : { values, positionals };
}

function checkOptions(options) {
  checkObject(options, 'options');
  for (const [name, option] of Object.entries(options)) {
    checkObject(option, `options.${name}`);
    const { type, short, multiple } = option;
    if (type !== 'string' && type !== 'boolean') {
      throw invalidArgType(`options.${name}.type`, "('string|boolean')", type);
    }
    if (Object.hasOwn(option, 'short')) {
      checkString(short, `options.${name}.short`);
      if (short.length !== 1) throw invalidArgValue(`options.${name}.short`, short, 'must be a single character');
    }
    if (Object.hasOwn(option, 'multiple')) checkBoolean(multiple, `options.${name}.multiple`);
    if (option.default !== undefined) checkDefault(option, `options.${name}.default`);
  }
}

function checkDefault({ type, multiple, default: value }, name) {
  const check = type === 'string' ? checkString : checkBoolean;
  if (!multiple) return check(value, name);
  checkArray(value, name);
  value.forEach((item, index) => check(item, `${name}[${index}]`));
}

function* tokensOf(args, options, allowNegative) {
  const nameOf = short => Object.keys(options).find(name => options[name].short === short) ?? short;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === '--') {
      yield { kind: 'option-terminator', index };
      for (index++; index < args.length; index++) yield { kind: 'positional', index, value: args[index] };
    } else if (arg.startsWith('--') && arg.length > 2) {
      const equals = arg.indexOf('=', 3);
      const rawName = equals < 0 ? arg : arg.slice(0, equals);
      const name = rawName.slice(2);
      const negated = allowNegative && !Object.hasOwn(options, name) && name.startsWith('no-') && equals < 0;
      if (equals >= 0) {
        yield { kind: 'option', name, rawName, index, value: arg.slice(equals + 1), inlineValue: true };
      } else if (negated) {
        yield {
          kind: 'option',
          name: name.slice(3),
          rawName,
          index,
          value: undefined,
          inlineValue: undefined,
          isNegated: true,
        };
      } else {
        yield withValue(name, rawName, index);
        if (takesNext(name)) index++;
      }
    } else if (arg.startsWith('-') && arg.length > 1) {
      const letters = arg.slice(1);
      for (let at = 0; at < letters.length; at++) {
        const name = nameOf(letters[at]);
        const rawName = `-${letters[at]}`;
        const rest = letters.slice(at + 1);
        if (options[name]?.type === 'string' && rest !== '') {
          yield { kind: 'option', name, rawName, index, value: rest, inlineValue: true };
          break;
        }
        yield withValue(name, rawName, index);
        if (takesNext(name)) index++;
      }
    } else {
      yield { kind: 'positional', index, value: arg };
    }

    function takesNext(name) {
      return options[name]?.type === 'string' && args[index + 1] !== undefined;
    }
    function withValue(name, rawName, at) {
      const value = takesNext(name) ? args[at + 1] : undefined;
      return { kind: 'option', name, rawName, index: at, value, inlineValue: value === undefined ? undefined : false };
    }
  }
}

function unexpectedPositional(value) {
  return typeError(
    'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
    `Unexpected argument '${value}'. This command does not take positional arguments`,
  );
}

function check({ name: found, rawName, value, inlineValue }, options, { allowPositionals, allowNegative }) {
  const isNegated = allowNegative && !Object.hasOwn(options, rawName.slice(2)) && rawName.startsWith('--no-');
  const name = isNegated ? rawName.slice(5) : found;
  if (!Object.hasOwn(options, name) || (isNegated && options[name].type === 'string')) {
    const hint = allowPositionals
      ? ". To specify a positional argument starting with a '-', place it at the end of the command after " +
        `'--', as in '-- "${rawName}"`
      : '';
    throw typeError('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${rawName}'${hint}`);
  }
  const { type, short } = options[name];
  const shown = `${short ? `-${short}, ` : ''}--${name}`;
  if (type === 'string' && value === undefined) {
    throw typeError('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
  }
  if (type === 'boolean' && value !== undefined) {
    throw typeError('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
  }
  if (inlineValue === false && value.startsWith('-') && value.length > 1) {
    const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
    throw typeError(
      'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
      `Option '${rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${rawName}'?\n` +
        `To specify an option argument starting with a dash use ${example}.`,
    );
  }
}

function store(values, { name, value, isNegated }, options) {
  if (name === '__proto__') return;
  const result = isNegated ? false : (value ?? true);
  if (options[name]?.multiple) (values[name] ??= []).push(result);
  else values[name] = result;
}

module.exports = { parseArgs };
