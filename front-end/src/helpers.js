/* What compiled code calls. The text becomes one line, whose frames are hidden from stacks: no comments with slashes. */
(() => {
if (typeof SuppressedError === 'undefined') {
  /* <https://tc39.es/proposal-explicit-resource-management/#sec-suppressederror-objects> */
  const hidden = (value) => ({ value, writable: true, configurable: true });
  const SuppressedError = class SuppressedError extends Error {
    constructor(error, suppressed, message) {
      super(message);
      Object.defineProperties(this, { error: hidden(error), suppressed: hidden(suppressed) });
    }
  };
  Object.defineProperties(SuppressedError.prototype, { name: hidden('SuppressedError'), message: hidden('') });
  Object.defineProperty(globalThis, 'SuppressedError', hidden(SuppressedError));
}

return {
  /* The resources of a block. `u` adds one of `using`, `a` one of `await using`, and `e` is what the block has thrown.
     `d` disposes of them. It returns true when `r` must be awaited; it is called again then, and `f` before it if that
     has failed. <https://tc39.es/proposal-explicit-resource-management/#sec-disposeresources> */
  usingCtx() {
    const nothing = {};
    const resources = [];
    let needsAwait = false;
    let hasAwaited = false;
    const methodOf = (value, isAsync) => {
      if (Object(value) !== value) {
        throw new TypeError('a resource must be an object, null or undefined');
      }
      let method = isAsync ? value[Symbol.asyncDispose] : undefined;
      if (method == null) {
        method = value[Symbol.dispose];
        isAsync = false;
      }
      if (typeof method !== 'function') {
        throw new TypeError('the resource has no method [Symbol.dispose]' + (isAsync ? ' or [Symbol.asyncDispose]' : ''));
      }
      return isAsync ? method : function () { method.call(this); };
    };
    const add = (value, isAsync) => {
      if (value != null) {
        resources.push({ value, isAsync, method: methodOf(value, isAsync) });
      } else if (isAsync) {
        resources.push({ isAsync });
      }
      return value;
    };
    return {
      e: nothing,
      r: undefined,
      u: (value) => add(value, false),
      a: (value) => add(value, true),
      f(error) {
        this.e = this.e === nothing ? error : new SuppressedError(error, this.e);
      },
      d() {
        this.r = undefined;
        while (resources.length > 0) {
          const { isAsync, method, value } = resources[resources.length - 1];
          if (!isAsync && needsAwait && !hasAwaited) {
            hasAwaited = true;
            return true;
          }
          resources.pop();
          if (method === undefined) {
            needsAwait = true;
            continue;
          }
          try {
            const result = method.call(value);
            if (isAsync) {
              this.r = result;
              hasAwaited = true;
              return true;
            }
          } catch (error) {
            this.f(error);
          }
        }
        if (needsAwait && !hasAwaited) {
          hasAwaited = true;
          return true;
        }
        if (this.e !== nothing) {
          throw this.e;
        }
        return false;
      },
    };
  },

  /* The decorators of TypeScript with `experimentalDecorators`: of a class, or of the property of a target. The last
     one is applied first. */
  decorate(decorators, target, ...property) {
    const isClass = property.length === 0;
    const [key, descriptor] = property;
    const isMethod = descriptor === null;
    let decorated = isClass ? target : isMethod ? Object.getOwnPropertyDescriptor(target, key) : descriptor;
    if (typeof Reflect === 'object' && typeof Reflect.decorate === 'function') {
      decorated = Reflect.decorate(decorators, target, key, decorated);
    } else {
      for (const decorator of [...decorators].reverse()) {
        decorated = (isClass ? decorator(decorated) : decorator(target, key, decorated)) || decorated;
      }
    }
    if (!isClass && decorated) {
      Object.defineProperty(target, key, decorated);
    }
    return decorated;
  },

  decorateParam: (index, decorator) => (target, key) => decorator(target, key, index),

  decorateMetadata: (key, value) =>
    typeof Reflect === 'object' && typeof Reflect.metadata === 'function' ? Reflect.metadata(key, value) : () => {},
};
})()
