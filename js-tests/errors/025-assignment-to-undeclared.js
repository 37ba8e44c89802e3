'use strict';
function start() {
  counter = 1;
}
start();
