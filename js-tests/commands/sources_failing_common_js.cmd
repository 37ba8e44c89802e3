run -
try { await import('../sources/imports_throws.mjs') } catch (error) { console.log(String(error)) }
await import('../sources/throws.cjs').catch(error => console.log(String(error)));
