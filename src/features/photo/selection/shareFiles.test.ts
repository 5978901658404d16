import { afterEach, expect, test, vi } from 'vitest';
import type { Photo } from '../../../contract/entities.ts';
import { canShareFiles, fetchShareFiles } from './shareFiles.ts';

afterEach(() => vi.unstubAllGlobals());

const photo = (name: string, more: Partial<Photo> = {}) =>
  ({ media_url: `ugc/club/e/original/${name}.jpg`, has_preview: true, ...more }) as Photo;
const sizes: Record<string, number> = { original: 40, preview: 5 };

async function share(photos: readonly Photo[], maxBytes: number, refused = 'nothing') {
  const asked: string[] = [];
  const steps: number[] = [];
  const files = await fetchShareFiles(photos, ['1.jpg', '2.jpg', '3.jpg'], {
    addressOf: (key) => key,
    fetch: async (address) => {
      const kind = String(address).split('/').at(-2) ?? '';
      asked.push(kind);
      return new Response('x'.repeat(sizes[kind] ?? 0), { status: kind === refused ? 404 : 200 });
    },
    maxBytes,
    onStep: (done) => steps.push(done),
    signal: new AbortController().signal,
  });
  return { asked, steps, files: files.map(({ name, size, type }) => `${name} ${size} ${type}`) };
}

test('KEP-02h photos are shared as files under their names, the best there is of each', async () => {
  const pending = photo('b', { original_pending: true });
  expect(await share([photo('a'), pending], 100)).toEqual({
    asked: ['original', 'preview'],
    steps: [1, 2],
    files: ['1.jpg 40 image/jpeg', '2.jpg 5 image/jpeg'],
  });
});

test('KEP-02h what would be too much goes as its preview; more than that is refused, nothing is left out', async () => {
  expect(await share([photo('a'), photo('b')], 60)).toMatchObject({
    asked: ['original', 'original', 'preview'],
    files: ['1.jpg 40 image/jpeg', '2.jpg 5 image/jpeg'],
  });
  await expect(share([photo('a'), photo('b', { has_preview: false })], 60)).rejects.toThrow('more than');
  await expect(share([photo('a')], 60, 'original')).rejects.toThrow('404');
});

test('KEP-02h files are offered only where the share sheet takes pictures', () => {
  vi.stubGlobal('navigator', {});
  expect(canShareFiles()).toBe(false);
  vi.stubGlobal('navigator', { canShare: () => false });
  expect(canShareFiles()).toBe(false);
  vi.stubGlobal('navigator', { canShare: ({ files }: { files: File[] }) => files[0]?.type === 'image/jpeg' });
  expect(canShareFiles()).toBe(true);
});
