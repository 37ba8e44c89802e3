'use strict';
const mode = 0644;
