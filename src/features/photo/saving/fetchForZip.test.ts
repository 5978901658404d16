import { expect, test, vi } from 'vitest';
import { fetchForZip } from './fetchForZip.ts';

/** Asks for a picture that is answered by `answer`; tells how often it was asked for, and the pauses between. */
async function fetchAnswered(answer: () => Response) {
  const fetch = vi.fn(async () => answer());
  const pauses: number[] = [];
  const ports = { fetch, pause: async (ms: number) => void pauses.push(ms), onWaiting: () => undefined };
  const found = await fetchForZip('/s3/a.jpg', ports, new AbortController().signal);
  return { found, asked: fetch.mock.calls.length, pauses };
}

test('KEP-02f what is no picture is asked for four times, each time later; what is gone once', async () => {
  const broken = await fetchAnswered(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  expect(broken).toEqual({ found: null, asked: 4, pauses: [1_000, 2_000, 4_000] });
  const gone = await fetchAnswered(() => new Response(null, { status: 404 }));
  expect(gone).toEqual({ found: null, asked: 1, pauses: [] });
});
