run --virtual-time --max-memory 200 -e 'setTimeout(() => { let list = null; for (;;) list = { list }; })'
