// The TypeScript sources of the package, which its releases contain.
import * as Effect from './node_modules/effect/src/Effect.ts';

const program = Effect.gen(function* () {
  yield* Effect.sleep('10 millis');
  return 42;
});
console.log(await Effect.runPromise(program));
