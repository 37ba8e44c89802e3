run -e 'const f = () => null.x; setTimeout(() => f(), 0); scheduler.postTask(f)'
