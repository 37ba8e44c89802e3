import { afterEach, expect, test, vi } from 'vitest';
import { useState } from 'react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';

function Search() {
  const [results, setResults] = useState([]);
  async function search(text) {
    const response = await fetch(`/search?q=${text}`);
    setResults(await response.json());
  }
  return (
    <>
      <input aria-label="search" onChange={event => search(event.target.value)} />
      <ul>{results.map(result => <li key={result}>{result}</li>)}</ul>
    </>
  );
}

afterEach(() => { cleanup(); vi.unstubAllGlobals(); });

test('shows what was searched last', async ({ explore, clock }) => {
  const answer = url => Response.json([new URL(url, location).searchParams.get('q')]);
  vi.stubGlobal('fetch', async url => (await explore?.arrives(answer(url))) ?? answer(url));
  render(<Search />);
  const box = screen.getByLabelText('search');
  fireEvent.change(box, { target: { value: 'post' } });
  fireEvent.change(box, { target: { value: 'posttask' } });
  await act(() => clock.idle());
  expect(screen.getByRole('listitem').textContent).toBe('posttask');
});
