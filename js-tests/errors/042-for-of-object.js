const ages = { ann: 3 };
for (const age of ages) {
  console.log(age);
}
