#!/usr/bin/env posttask
let loaded = 1;
null.x;
