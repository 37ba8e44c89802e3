// The variables and jumps that a part of a program may use.

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

  inner(changes = {}) {
    return Object.assign(new Scope(), this, { all: [...this.all], mutable: [...this.mutable] }, changes);
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

  loop(label) {
    return this.inner({ isLoop: true, labels: label ? [...this.labels, [label, true]] : this.labels });
  }

  declare(isMutable) {
    const name = newName();
    this.all.push(name);
    if (isMutable) this.mutable.push(name);
    return name;
  }
}
