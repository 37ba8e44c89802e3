console.log(1 as number);
