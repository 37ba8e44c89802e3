const a = 1;
if (new.target) console.log(a);
