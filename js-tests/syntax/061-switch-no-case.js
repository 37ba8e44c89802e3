const p = 'background';
switch (p) {
  console.log(p);
}
