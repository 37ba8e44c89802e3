// Packages with a version for browsers: the field `browser` of package.json, and the condition of `exports`.
for (const name of ['name', 'map', 'off', 'exported', 'scheme']) {
  try {
    console.log(name, JSON.stringify((await import(name)).default));
  } catch (error) {
    console.log(name, error.message.replace(/ \(.*/, ''));
  }
}
