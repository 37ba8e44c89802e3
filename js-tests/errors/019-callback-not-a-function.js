const each = (list, visit) => { for (const item of list) visit(item); };
each([1]);
