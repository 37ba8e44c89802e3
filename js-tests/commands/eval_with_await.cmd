run -e 'const { a } = await import("../modules/a.mjs"); console.log(typeof a, import.meta.url.startsWith("file:"))'
