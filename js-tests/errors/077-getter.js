const account = {
  owner: undefined,
  get label() {
    return this.owner.name.toUpperCase();
  },
};
console.log(account.label);
