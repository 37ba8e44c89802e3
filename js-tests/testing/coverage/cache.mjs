let cached;

export async function load(fetched) {
  if (cached) return cached;
  const value = await fetched;
  return cached ? 'late' : (cached = value);
}

export function never() {
  return 'never';
}
