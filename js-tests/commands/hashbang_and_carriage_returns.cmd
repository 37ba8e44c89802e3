run -
﻿#!/usr/bin/env posttask
const text = `a
b`;
console.log([text]);
