// The variables and jumps that a part of a program may use.

import { chance, pick } from './random.mjs';

let count = 0;

export const resetNames = () => {
  count = 0;
};

export const newName = (prefix = 'v') => prefix + count++;

export class Scope {
  all = [];
  mutable = [];
  /** Pairs of a name and whether it is that of a loop. */
  labels = [];
  isLoop = false;
  isFunction = true;
  isAsync = false;
  isGenerator = false;
  isStrict = false;
  /** The names that the current block declares. */
  own = [];

  inner(changes = {}) {
    return Object.assign(new Scope(), this, { all: [...this.all], mutable: [...this.mutable], own: [] }, changes);
  }

  /** The scope of a function: its jumps are its own. */
  function(changes = {}) {
    return this.inner({
      isLoop: false,
      labels: [],
      isFunction: true,
      isAsync: false,
      isGenerator: false,
      ...changes,
    });
  }

  /** The same scope, for what must not suspend the function. */
  still() {
    return this.inner({ isAsync: false, isGenerator: false });
  }

  loop(label) {
    return this.inner({ isLoop: true, labels: label ? [...this.labels, [label, true]] : this.labels });
  }

  /** The name of a variable. One of a block may hide another one. */
  declare(isMutable, isOfBlock = false) {
    const others = this.all.filter(name => !this.own.includes(name) && name !== 'e');
    const hides = isOfBlock && others.length > 0 && chance(20);
    const name = hides ? pick(others) : newName();
    this.own.push(name);
    if (hides) this.mutable = this.mutable.filter(other => other !== name);
    else this.all.push(name);
    if (isMutable) this.mutable.push(name);
    return name;
  }
}
