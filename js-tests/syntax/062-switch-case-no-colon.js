switch (1) {
  case 1
    console.log(1);
}
