import { Effect } from 'effect';

const program = Effect.gen(function* () {
  yield* Effect.sleep('10 millis');
  return 42;
});
console.log(await Effect.runPromise(program));
