/* What compiled code calls. The text becomes one line, whose frames are hidden from stacks.
   No comments with slashes. */
(() => {
if (!Symbol.metadata) {
  /* <https://tc39.es/proposal-decorator-metadata/> */
  Object.defineProperty(Symbol, 'metadata', { value: Symbol('Symbol.metadata') });
}

/* The exports that tests can replace, by the path of the module: how to read and to write them, by name. */
const modules = new Map();
/* The paths of the modules of namespaces. */
const paths = new WeakMap();
/* By namespace: an object whose properties are its exports, and change them. */
const objects = new WeakMap();

return {
  /* The resources of a block. `u` adds one of `using`, `a` one of `await using`, and `e` is what the block has thrown.
     `d` disposes of them. It returns true when `r` must be awaited; it is called again then, and `f` before it if that
     has failed. <https://tc39.es/proposal-explicit-resource-management/#sec-disposeresources> */
  usingCtx() {
    const nothing = {};
    const resources = [];
    let needsAwait = false;
    let hasAwaited = false;
    const methodOf = (value, isAwaited) => {
      let isAsync = isAwaited;
      if (Object(value) !== value) {
        throw new TypeError('a resource must be an object, null or undefined');
      }
      let method = isAsync ? value[Symbol.asyncDispose] : undefined;
      if (method == null) {
        method = value[Symbol.dispose];
        isAsync = false;
      }
      if (typeof method !== 'function') {
        const asynchronous = isAsync ? ' or [Symbol.asyncDispose]' : '';
        throw new TypeError('the resource has no method [Symbol.dispose]' + asynchronous);
      }
      if (isAsync) {
        return method;
      }
      if (!isAwaited) {
        return function () { method.call(this); };
      }
      return function () {
        try {
          method.call(this);
          return Promise.resolve();
        } catch (error) {
          return Promise.reject(error);
        }
      };
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
            needsAwait = false;
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

  /* A decorator that is a property of an object, which it gets as `this`. */
  received(object, key, read) {
    if (object === undefined || object === null) {
      throw new TypeError(`Cannot read properties of ${object} (reading '${String(key)}')`);
    }
    const decorator = read ? read(object) : object[key];
    return typeof decorator === 'function' ? (...values) => decorator.apply(object, values) : decorator;
  },

  /* The decorators of the standard: those of a class, what was evaluated around it, and a function that returns it. The
     function gets an object whose functions the class calls. <https://tc39.es/proposal-decorators/> */
  decorated(ofClass, around, define) {
    let evaluated = around;
    let elements = [];
    const noKey = Symbol();
    const beforeFields = [];
    const afterClass = [];
    const metadataKey = Symbol.metadata;
    const run = (initializers, object) => {
      for (const initializer of initializers) {
        initializer.call(object);
      }
    };
    const callable = (value, what) => {
      if (typeof value !== 'function') {
        throw new TypeError(what + ' must be a function');
      }
      return value;
    };
    /* Calls decorators, the last one first, with what `given` returns. `take` gets their results. */
    const call = (decorators, context, after, given, take) => {
      for (const decorator of [...decorators].reverse()) {
        let hasEnded = false;
        const addInitializer = (initializer) => {
          if (hasEnded) {
            throw new TypeError('initializers can only be added while the decorator runs');
          }
          after.push(callable(initializer, 'an initializer'));
        };
        const result = callable(decorator, 'a decorator')(given(), { ...context, addInitializer });
        hasEnded = true;
        if (result !== undefined) {
          take(result);
        }
      }
    };
    const FIELD_OF = { method: 'value', getter: 'get', setter: 'set' };
    const decorate = (element, metadata, target, after) => {
      const { decorators, kind, isStatic, name, isPrivate, initializers } = element;
      const access = { has: element.has ?? ((object) => name in object) };
      if (kind !== 'setter') {
        access.get = element.get ?? ((object) => object[name]);
      }
      if (kind === 'field' || kind === 'accessor' || kind === 'setter') {
        access.set = element.set ?? ((object, value) => { object[name] = value; });
      }
      const context = { kind, name, static: isStatic, private: isPrivate, access, metadata };
      if (kind === 'field') {
        const take = (result) => initializers.unshift(callable(result, 'what a decorator of a field returns'));
        call(decorators, context, element.after, () => undefined, take);
        return;
      }
      const property = isPrivate ? undefined : Object.getOwnPropertyDescriptor(target, name);
      if (kind === 'accessor') {
        let { get, set } = property ?? element.value;
        call(decorators, context, element.after, () => ({ get, set }), (result) => {
          if (Object(result) !== result) {
            throw new TypeError('what a decorator of an accessor returns must be an object');
          }
          const replaced = (value, key) => (result[key] === undefined ? value : callable(result[key], key));
          get = replaced(get, 'get');
          set = replaced(set, 'set');
          if (result.init !== undefined) {
            initializers.unshift(callable(result.init, 'init'));
          }
        });
        element.value = { get, set };
        if (property) {
          Object.defineProperty(target, name, { ...property, get, set });
        }
        return;
      }
      const field = FIELD_OF[kind];
      let value = property ? property[field] : element.value;
      const take = (result) => { value = callable(result, 'what a decorator of a ' + kind + ' returns'); };
      call(decorators, context, after, () => value, take);
      element.value = value;
      if (property) {
        Object.defineProperty(target, name, { ...property, [field]: value });
      }
    };

    let decorated;
    define({
      /* Keeps the decorators of elements, and their keys. Returns the key of a field that is deleted. */
      evaluate(values) {
        evaluated = values;
        return noKey;
      },
      at: (number) => evaluated[number],
      /* Applies all decorators. Returns the class. */
      apply(self, descriptions) {
        delete self[noKey];
        elements = descriptions.map(([decorators, key, kind, isStatic, name, has, get, set, value]) => {
          if (typeof value === 'function') {
            Object.defineProperty(value, 'name', { value: name });
          }
          return {
            decorators: evaluated[decorators] ?? [], name: name ?? evaluated[key], kind, isStatic,
            isPrivate: has !== undefined, has, get, set, value, initializers: [], after: [],
          };
        });
        const parent = Object.getPrototypeOf(self);
        const metadata = Object.create(parent?.[metadataKey] ?? null);
        const isField = ({ kind }) => kind === 'field';
        const afterStatic = [];
        for (const [fields, statics] of [[false, true], [false, false], [true, true], [true, false]]) {
          for (const element of elements) {
            if (isField(element) === fields && element.isStatic === statics) {
              decorate(element, metadata, statics ? self : self.prototype, statics ? afterStatic : beforeFields);
            }
          }
        }
        decorated = self;
        const take = (result) => { decorated = callable(result, 'what a decorator of a class returns'); };
        call(ofClass, { kind: 'class', name: self.name, metadata }, afterClass, () => decorated, take);
        Object.defineProperty(decorated, metadataKey, { value: metadata, writable: true, configurable: true });
        run(afterStatic, decorated);
        return decorated;
      },
      start: (object) => run(beforeFields, object),
      init(number, object, value) {
        for (const initializer of elements[number].initializers) {
          value = initializer.call(object, value);
        }
        return value;
      },
      after: (number, object) => run(elements[number].after, object),
      value: (number) => elements[number].value,
    });
    run(afterClass, decorated);
    return decorated;
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

  replaceable(path, exports) {
    modules.set(path, exports);
  },
  named(namespace, path) {
    paths.set(namespace, path);
  },
  /* Returns what replaces an export in a namespace. That of a dynamic import has no path: it is from the only module
     that has this value by this name. */
  replacerOf(namespace, name) {
    const value = namespace[name];
    const hasIt = (it) => it !== undefined && Object.hasOwn(it, name) && Object.is(it[name][0](), value);
    const path = paths.get(namespace);
    const found = path === undefined ? [...modules.values()].filter(hasIt) : [modules.get(path)].filter(hasIt);
    return found.length === 1 ? found[0][name][1] : undefined;
  },

  /* Returns a namespace whose exports a file assigns to. Jest sets `exportsAreWritable`: there, it is an object. */
  writable(namespace) {
    return this.exportsAreWritable ? this.exportsOf(namespace) : namespace;
  },
  /* Returns an object whose properties are the exports in a namespace, and change them. */
  exportsOf(namespace) {
    if (objects.has(namespace)) {
      return objects.get(namespace);
    }
    const object = new Proxy(
      { ...namespace },
      {
        get: (own, name) => (name in namespace ? namespace[name] : own[name]),
        getOwnPropertyDescriptor: (own, name) =>
          name in namespace && Object.hasOwn(own, name)
            ? { value: namespace[name], writable: true, enumerable: true, configurable: true }
            : Reflect.getOwnPropertyDescriptor(own, name),
        set: (own, name, value, receiver) => {
          if (name in namespace && this.replacerOf(namespace, name) === undefined) {
            /* What Babel makes of such an export is a getter. */
            throw new TypeError(`Cannot set property ${String(name)} of [object Object] which has only a getter`);
          }
          return Reflect.set(own, name, value, receiver);
        },
        defineProperty: (own, name, descriptor) => {
          if (!(name in namespace)) {
            return Reflect.defineProperty(own, name, descriptor);
          }
          if (descriptor.get ?? descriptor.set) {
            throw new TypeError(`the export '${String(name)}' cannot be made a getter: mock the module instead`);
          }
          const replace = this.replacerOf(namespace, name);
          replace?.(descriptor.value);
          return replace !== undefined;
        },
      },
    );
    objects.set(namespace, object);
    objects.set(object, object);
    paths.set(object, paths.get(namespace));
    return object;
  },

  /* The imports of CommonJS modules in files for Vitest and Jest. `module` is the namespace that Node makes. If the
     module was an ES module before it was compiled, its default export is a property. */
  importedDefault(module) {
    const all = module.default;
    return all != null && all.__esModule && 'default' in Object(all) ? all.default : all;
  },
  importedName(module, name) {
    return name in module ? module[name] : module.default?.[name];
  },
  importedNamespace(module) {
    const all = module.default;
    if (Object(all) !== all) {
      return module;
    }
    if (all.__esModule) {
      return all;
    }
    const isComplete = Object.keys(all).every((key) => key in module);
    return isComplete ? module : { default: all, ...all };
  },

  decorateParam: (index, decorator) => (target, key) => decorator(target, key, index),

  decorateMetadata: (key, value) =>
    typeof Reflect === 'object' && typeof Reflect.metadata === 'function' ? Reflect.metadata(key, value) : () => {},
};
})()
