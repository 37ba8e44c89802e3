run -p 'const one = await Promise.resolve(1); await null; one + await scheduler.postTask(() => 41)'
