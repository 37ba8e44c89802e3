function start() {
  import x from './x.js';
}
