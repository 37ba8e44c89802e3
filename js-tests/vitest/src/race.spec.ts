it('is right in the usual order only', async () => {
  const order: string[] = [];
  vi.useFakeTimers();
  setTimeout(() => order.push('slow'), 20);
  scheduler.postTask(() => order.push('quick'), { delay: 10 });
  await vi.advanceTimersByTimeAsync(20);
  vi.useRealTimers();
  expect(order).toEqual(['quick', 'slow']);
});
