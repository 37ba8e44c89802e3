import { asyncScheduler, interval, map, observeOn, of, take, using } from 'rxjs';

of(1, 2, 3).pipe(map(x => x * 2), observeOn(asyncScheduler)).subscribe(x => console.log('doubled', x));
interval(10).pipe(take(2)).subscribe({ next: n => console.log('interval', n), complete: () => console.log('done') });
console.log(typeof using);
