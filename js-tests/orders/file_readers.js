// always: start1<load1, load1<end1, start2<load2, load2<end2
// Two readers read in parallel.
for (const number of [1, 2]) {
  const reader = new FileReader();
  reader.onloadstart = () => console.log(`start${number}`);
  reader.onload = () => console.log(`load${number}`);
  reader.onloadend = () => console.log(`end${number}`);
  reader.readAsArrayBuffer(new Blob());
}
