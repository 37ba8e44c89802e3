beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('moves time in the loop', async () => {
  const called = vi.fn();
  setTimeout(called, 60_000);
  setTimeout(called, 0);
  expect(called).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(called).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(called).toHaveBeenCalledTimes(1);
  await vi.advanceTimersToNextTimerAsync();
  expect(called).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('moves time at once', () => {
  const times: number[] = [];
  const start = Date.now();
  setInterval(() => times.push(Date.now() - start), 20);
  setTimeout(() => times.push(-1), 50);
  vi.advanceTimersByTime(60);
  expect(times).toEqual([20, 40, -1, 60]);
  vi.clearAllTimers();
  setTimeout(() => setTimeout(() => times.push(-2), 5), 5);
  vi.runAllTimers();
  expect(times.at(-1)).toBe(-2);
});

it('moves time by one move after the other', async () => {
  const times: number[] = [];
  const start = Date.now();
  const wait = (ms: number) => setTimeout(() => times.push(Date.now() - start), ms);
  wait(10);
  wait(30);
  wait(40);
  await Promise.all([vi.advanceTimersByTimeAsync(10), vi.advanceTimersByTimeAsync(20)]);
  expect(times).toEqual([10, 30]);
  expect(vi.getTimerCount()).toBe(1);
});

it('sets the time of dates', async () => {
  vi.setSystemTime(new Date('2020-02-03T00:00:00Z'));
  expect(new Date().toISOString()).toBe('2020-02-03T00:00:00.000Z');
  await vi.advanceTimersByTimeAsync(1000);
  expect(new Date().toISOString()).toBe('2020-02-03T00:00:01.000Z');
  expect(new Date(0) instanceof Date).toBe(true);
});

it('awaits what only time can resolve', () => new Promise(resolve => setTimeout(resolve, 1)));
