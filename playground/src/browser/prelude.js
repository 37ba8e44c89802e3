// Runs before a program in a worker of this browser: its console sends what it prints to the page, in the form that
// posttask prints it.
(() => {
  const post = globalThis.postMessage.bind(globalThis);
  let lines = [];
  let indentation = '';
  const counts = new Map();

  /** Sends the lines in one message after the current task, so that printing costs little. */
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => flush();
  function flush() {
    if (lines.length > 0) post({ lines });
    lines = [];
  }

  function print(...values) {
    lines.push(indentation + format(values));
    if (lines.length === 1) port2.postMessage(0);
    if (lines.length >= 1000) flush();
  }

  /** The text of the arguments of `console.log`: https://console.spec.whatwg.org/#formatter */
  function format([first, ...rest]) {
    const isFormat = typeof first === 'string' && first.includes('%');
    const start = !isFormat ? show(first, true) : first.replace(/%([sdifoOjc%])/g, (whole, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return whole;
      const value = rest.shift();
      switch (kind) {
        case 's': return typeof value === 'object' ? show(value) : show(value, true);
        case 'd': case 'i': return typeof value === 'symbol' ? 'NaN' : String(Number.parseInt(value, 10));
        case 'f': return typeof value === 'symbol' ? 'NaN' : String(Number.parseFloat(value));
        case 'c': return '';
        default: return show(value);
      }
    });
    return [start, ...rest.map(value => show(value, true))].join(' ');
  }

  function show(value, isTop = false, seen = []) {
    switch (typeof value) {
      case 'string': return isTop ? value : quoted(value);
      case 'bigint': return `${value}n`;
      case 'number': return Object.is(value, -0) ? '-0' : String(value);
      case 'function': {
        if (/^class\b/.test(Function.prototype.toString.call(value))) return `[class ${value.name || '(anonymous)'}]`;
        return value.name ? `[Function: ${value.name}]` : '[Function (anonymous)]';
      }
      case 'object': return value === null ? 'null' : showObject(value, seen);
      default: return String(value);
    }
  }

  function quoted(text) {
    const quote = !text.includes("'") ? "'" : !text.includes('"') ? '"' : '`';
    return quote + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') + quote;
  }

  function showObject(value, seen) {
    if (seen.includes(value)) return '[Circular *1]';
    const inner = [...seen, value];
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Date) return value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise';
    const isArray = Array.isArray(value);
    const name = value.constructor?.name;
    if (inner.length > 3) return isArray ? '[Array]' : `[${name ?? 'Object'}]`;
    const item = it => show(it, false, inner);
    if (value instanceof Map) {
      return `Map(${value.size}) ${braces([...value].map(([k, v]) => `${item(k)} => ${item(v)}`))}`;
    }
    if (value instanceof Set) return `Set(${value.size}) ${braces([...value].map(item))}`;
    if (isArray) return value.length === 0 ? '[]' : `[ ${value.map(item).join(', ')} ]`;
    const key = it => /^[A-Za-z_$][\w$]*$/.test(it) ? it : quoted(it);
    const fields = braces(Object.keys(value).map(it => `${key(it)}: ${item(value[it])}`));
    return name === undefined ? `[Object: null prototype] ${fields}` : name === 'Object' ? fields : `${name} ${fields}`;
  }

  function braces(items) {
    return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
  }

  for (const method of ['log', 'info', 'debug', 'warn', 'error', 'dir', 'trace', 'table']) console[method] = print;
  console.assert = (holds, ...values) => {
    if (!holds) print(...(values.length === 0 ? ['Assertion failed'] : ['Assertion failed:', ...values]));
  };
  console.group = (...values) => {
    if (values.length > 0) print(...values);
    indentation += '  ';
  };
  console.groupEnd = () => {
    indentation = indentation.slice(2);
  };
  console.count = (label = 'default') => {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    print(`${label}: ${counts.get(label)}`);
  };
  addEventListener('unhandledrejection', event => {
    print(`Uncaught (in promise) ${show(event.reason, true)}`);
    event.preventDefault();
  });
  addEventListener('error', event => {
    print(`Uncaught ${event.error === undefined || event.error === null ? event.message : show(event.error, true)}`);
    event.preventDefault();
  });
})();
