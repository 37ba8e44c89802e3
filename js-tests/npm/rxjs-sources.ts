// The TypeScript sources of the package, which its releases contain.
import { asyncScheduler, interval, map, observeOn, of, take, using } from './node_modules/rxjs/src/index.ts';

of(1, 2, 3).pipe(map((n: number) => n * 2), observeOn(asyncScheduler)).subscribe(n => console.log('doubled', n));
interval(10).pipe(take(2)).subscribe({ next: n => console.log('interval', n), complete: () => console.log('done') });
console.log(typeof using);
