// The value of `return` while `finally` blocks catch exceptions, and jumps that `finally` blocks override.

const log = console.log;
const bad = () => {
  throw 1;
};
const f = (...a) => a;
const t = (name, g) => {
  try {
    log(name, g());
  } catch (e) {
    log(name, 'threw', e?.message ?? e);
  }
};
t(1, () => {
  try {
    return 'X';
  } finally {
    try {
      f('arg', bad());
    } catch {}
  }
});
t(2, () => {
  try {
    return 'X';
  } finally {
    try {
      f('arg', ...5);
    } catch {}
  }
});
t(3, () => {
  try {
    return 'X';
  } finally {
    try {
      f('arg', null.x);
    } catch {}
  }
});
t(4, () => {
  for (const x of [1]) {
    try {
      return 'X';
    } finally {
      try {
        new f('arg', bad());
      } catch {}
    }
  }
});
t(5, () => {
  try {
    return 'X';
  } finally {
    try {
      f`a${bad()}`;
    } catch {}
  }
});
t(6, () => {
  try {
    return 'X';
  } finally {
    for (const x of [1, 2]) {
      try {
        f('q', bad());
      } catch {
        continue;
      }
    }
  }
});
t(7, () => {
  const g = function* () {
    try {
      return 'X';
    } finally {
      try {
        f('arg', bad());
      } catch {}
    }
  };
  return g().next().value;
});
t(8, () => {
  const g = function* () {
    try {
      yield 1;
    } finally {
      try {
        f('arg', bad());
      } catch {}
    }
  };
  const i = g();
  i.next();
  return i.return('R').value;
});
t(9, () => {
  const h = (a, b) => [a, b];
  return h(
    'first',
    (() => {
      try {
        f('arg', bad());
      } catch {
        return 2;
      }
    })(),
  );
});
t(10, () => {
  const h = (a, b) => [a, b];
  let y;
  try {
    h('first', f('second', bad()));
  } catch {
    y = 1;
  }
  return [y, h(3, 4)];
});
t(11, () => {
  try {
    return f('X', 'Y');
  } finally {
    try {
      f('arg', bad());
    } catch {}
  }
});
t(12, () => {
  class A {
    constructor() {
      try {
        return { x: 1 };
      } finally {
        try {
          f('arg', bad());
        } catch {}
      }
    }
  }
  return new A();
});
(async () => {
  try {
    return 'X';
  } finally {
    try {
      f('arg', bad());
    } catch {}
  }
})().then(v => log('async', v));
(async () => {
  try {
    return await 'X';
  } finally {
    try {
      f('arg', await Promise.reject(1));
    } catch {}
  }
})().then(v => log('async2', v));
(async () => {
  try {
    f('arg', await Promise.reject(1));
  } catch {}
  return (await 3) + (await 4);
})().then(v => log('async3', v));
(async () => {
  try {
    f('arg', bad());
  } catch {}
  const h = (a, b) => [a, b];
  return h(await 3, await 4);
})().then(v => log('async4', v));
function* g5() {
  try {
    f('arg', bad());
  } catch {}
  return [yield 1, yield 2];
}
const i = g5();
log(i.next(), i.next('a'), i.next('b'));
function* g6() {
  return f(
    1,
    yield 1,
    (() => {
      try {
        f('arg', bad());
      } catch {
        return 3;
      }
    })(),
    yield 2,
  );
}
const j = g6();
log(j.next(), j.next('a'), j.next('b'));

{
  const log = console.log;
  const bad = () => {
    throw 1;
  };
  const outer = a => {
    bad(a);
  };
  const outer2 = x => {
    const y = outer(x);
    return y;
  };
  const f = (...a) => a;
  const t = (name, g) => {
    try {
      log(name, g());
    } catch (e) {
      log(name, 'threw', e?.message ?? e);
    }
  };
  t('second', 1, () => {
    try {
      return 'X';
    } finally {
      try {
        bad();
      } catch {}
    }
  });
  t('second', 2, () => {
    try {
      return 'X';
    } finally {
      try {
        outer('arg');
      } catch {}
    }
  });
  t('second', 3, () => {
    try {
      return 'X';
    } finally {
      try {
        outer2('arg');
      } catch {}
    }
  });
  t('second', 4, () => {
    try {
      return 'X';
    } finally {
      try {
        null.x('a');
      } catch {}
    }
  });
  t('second', 5, () => {
    try {
      return 'X';
    } finally {
      try {
        let u;
        u('a');
      } catch {}
    }
  });
  t('second', 6, () => {
    try {
      return 'X';
    } finally {
      try {
        JSON.parse('{');
      } catch {}
    }
  });
  t('second', 7, () => {
    try {
      return 'X';
    } finally {
      try {
        new (class {
          constructor() {
            throw 1;
          }
        })();
      } catch {}
    }
  });
  t('second', 8, () => {
    try {
      return 'X';
    } finally {
      try {
        [1].forEach(bad);
      } catch {}
    }
  });
  t('second', 9, () => {
    const close = () => {
      try {
        bad();
      } catch {}
    };
    try {
      return 'X';
    } finally {
      close();
    }
  });
  t('second', 10, () => {
    let r;
    try {
      r = 'X';
    } finally {
      try {
        f('arg', bad());
      } catch {}
    }
    return r;
  });
  (async () => {
    try {
      return 'X';
    } finally {
      try {
        await (async () => {
          throw 1;
        })();
      } catch {}
    }
  })().then(v => log('async', v));
  (async () => {
    try {
      return 'X';
    } finally {
      try {
        await f('a', bad());
      } catch {}
    }
  })().then(v => log('async', v));
}
function* overridden() {
  outer: for (let n = 0; n < 3; n++) {
    for (const x of [1, 2]) {
      try {
        try {
          if (x) break outer;
        } finally {
          yield ['inner', n, x];
        }
      } finally {
        if (n < 1) break;
      }
    }
    yield ['next', n];
  }
}
console.log([...overridden()].join(' '));
const caught = [];
for (const x of [1, 2]) {
  leave: for (;;) {
    for (const y of [3]) {
      try {
        try {
          break leave;
        } finally {
          if (x < 2) throw 'kept';
        }
      } catch (error) {
        caught.push(error);
      }
      caught.push('on');
    }
    caught.push('again');
    if (caught.length > 5) break;
    break;
  }
}
console.log(caught.join(' '));
const inLoop = [
  () => {
    for (const x of [1, 2]) {
      try {
        return x;
      } catch ({ length: e = 1, ...f }) {
        console.log(e, f);
      }
    }
  },
  () => {
    for (const x of [1, 2]) {
      try {
        return x;
      } catch ([e]) {
        console.log(e);
      }
    }
  },
  () => {
    for (const x of [1, 2]) {
      try {
        for (;;)
          try {
            return x;
          } finally {
          }
      } catch {
        console.log(x);
      }
    }
  },
];
console.log(inLoop.map(f => f()).join());
