import { beforeEach, expect, test, vi } from 'vitest';
import { clearStored, measureStored } from './storedOffline.ts';
import { WIPE_MESSAGE } from './workerMessages.ts';

const names = [
  'thumbnails',
  'previews',
  'originals',
  'art',
  'pages-1',
  'answers-anonymous',
  'answers-user-1',
  'config',
  'workbox-precache-v2',
];
let kept: Map<string, string[]>;
const postMessage = vi.fn();
const estimate = vi.fn();

beforeEach(() => {
  kept = new Map(names.map((name) => [name, ['a.jpg', name === 'previews' ? 'b.avif' : 'b.jpg']]));
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    has: async (name: string) => kept.has(name),
    open: async (name: string) => ({
      keys: async () => kept.get(name)?.map((url) => ({ url: `https://fan.example/${name}/${url}` })),
    }),
    delete: async (name: string) => kept.delete(name),
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } }, storage: { estimate } });
  estimate.mockReset();
});

test('DAT-03a what is kept is told as pictures and bytes, as far as the browser tells', async () => {
  estimate.mockResolvedValueOnce({ usage: 5_000_000 });
  expect(await measureStored()).toEqual({ usedBytes: 5_000_000, pictures: 2 });
  estimate.mockRejectedValueOnce(new Error('private window'));
  kept.clear();
  expect(await measureStored()).toEqual({ usedBytes: null, pictures: 0 });
});

test('DAT-03c clearing removes what was looked at, not the app, its settings or what waits', async () => {
  await clearStored();
  expect([...kept.keys()]).toEqual(['config', 'workbox-precache-v2']);
  expect(postMessage).toHaveBeenCalledWith(WIPE_MESSAGE);
});
