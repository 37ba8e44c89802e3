// args: --virtual-time --timeout 95ms
setInterval(() => console.log(performance.now()), 30);
