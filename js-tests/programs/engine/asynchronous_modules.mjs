// A module that awaits only in `for await` loops is asynchronous all the same: its errors are not lost, and the modules
// that import it wait for it.
const names = ['body', 'value', 'generator', 'after', 'nested', 'pattern', 'not_iterable', 'waiting', 'importing'];
for (const name of names) {
  try {
    const { seen, count } = await import(`../../for_await/${name}.mjs`);
    console.log(name, seen, count);
  } catch (error) {
    console.log(name, error.message);
  }
}
