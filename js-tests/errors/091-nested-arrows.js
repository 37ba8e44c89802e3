const curry = a => b => c => a.value.x + b + c;
curry({})(1)(2);
