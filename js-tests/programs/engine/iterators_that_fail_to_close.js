// Iterators whose method `return` throws, when jumps in `try` statements leave their loops.

const log = console.log;
const nums = (n, name, throws) => ({
  i: 0,
  [Symbol.iterator]() {
    return this;
  },
  next() {
    return this.i < n ? { value: this.i++, done: false } : { value: undefined, done: true };
  },
  return(v) {
    log('closed', name);
    if (throws) throw 'closing ' + name;
    return {};
  },
});
const t = (name, f) => {
  try {
    log(name, f());
  } catch (e) {
    log(name, 'threw', e);
  }
};
t('1', () => {
  for (const w of nums(2, 'w')) {
    try {
      for (const x of nums(2, 'x', 1)) break;
    } catch (e) {
      log('caught', e);
    }
    log(w);
  }
  return 'end';
});
t('2', () => {
  for (const x of nums(2, 'x', 1)) break;
});
t('3', () => {
  for (const w of nums(2, 'w')) {
    for (const x of nums(2, 'x', 1)) return 5;
  }
});
t('4', () => {
  for (const w of nums(2, 'w')) {
    try {
      const [a] = nums(2, 'x', 1);
    } catch (e) {
      log('caught', e);
    }
    log(w);
  }
  return 'end';
});
t('5', () => {
  for (const w of nums(2, 'w', 1)) {
    try {
      return 1;
    } catch (e) {
      log('caught', e);
    }
    log(w);
  }
  return 'end';
});
t('6', () => {
  for (const w of nums(2, 'w')) {
    for (const x of nums(2, 'x', 1)) {
      try {
        break;
      } catch (e) {
        log('inside', e);
      }
    }
    log(w);
  }
  return 'end';
});
t('7', () => {
  try {
    for (const x of nums(2, 'x', 1)) {
      try {
        return 1;
      } catch (e) {
        log('inside', e);
      } finally {
        log('f');
      }
    }
  } catch (e) {
    log('out', e);
  }
  return 'end';
});
t('8', () => {
  for (const w of nums(2, 'w')) {
    for (const x of nums(2, 'x')) {
      break;
    }
    log(w);
  }
  return 'end';
});

{
  const nums = (n, name) => ({
    i: 0,
    [Symbol.iterator]() {
      return this;
    },
    next() {
      return this.i < n ? { value: this.i++, done: false } : { value: undefined, done: true };
    },
    return(v) {
      log('closed', name);
      return {};
    },
  });
  const f = () => {
    for (let v0 of nums(2, 'of')) {
      try {
        l4: for (let n = 0; n < 3; n++) {
          for (const x in { a: 1, b: 2 }) {
            try {
              try {
                if (0) break;
                return 5;
              } finally {
                log('f');
              }
            } finally {
              log('g');
            }
          }
        }
      } catch {
        log('s1');
      }
    }
  };
  const g = () => {
    for (let v0 of nums(2, 'of')) {
      try {
        for (const x in { a: 1, b: 2 }) {
          return 5;
        }
      } catch {
        log('s1');
      }
    }
  };
  const h = () => {
    for (let v0 of nums(2, 'of')) {
      try {
        for (const x of [1]) {
          return 5;
        }
      } catch {
        log('s1');
      }
    }
  };
  const i = () => {
    for (let v0 of nums(2, 'of')) {
      try {
        for (const x of [1]) {
          try {
            if (0) break;
            return 5;
          } finally {
            log(1);
          }
        }
      } catch {
        log('s1');
      }
    }
  };
  const j = () => {
    for (let v0 of nums(2, 'of')) {
      for (const x of [1]) {
        try {
          try {
            if (0) break;
            return 5;
          } finally {
            log(1);
          }
        } finally {
          log(2);
        }
      }
    }
  };
  console.log(f(), g(), h(), i(), j());
}
