run --max-memory 200 -e 'console.log(1); let s = "x"; for (;;) s += s;'
