const n = 1;
alert("it's " + n + " items);
