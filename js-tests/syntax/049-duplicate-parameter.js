'use strict';
function add(task, delay, task) {
  return task + delay;
}
