const counter = 0;
function next() {
  return counter++;
}
next();
