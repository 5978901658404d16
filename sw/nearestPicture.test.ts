import { afterEach, expect, test, vi } from 'vitest';
import { nearestPicture } from './nearestPicture.ts';

const at = (folder: string, type = 'jpg') => `https://cdn.test/p/ugc/club/event/${folder}/abcdefghij0123456789.${type}`;
const variant = (side: number) => at(`variant/${side}`, 'avif');

afterEach(() => vi.unstubAllGlobals());

/** What is shown of `asked` while only these are kept. */
async function shown(asked: string, kept: readonly string[]): Promise<string | undefined> {
  vi.stubGlobal('caches', { match: async (url: string) => (kept.includes(url) ? new Response(url) : undefined) });
  return (await nearestPicture(asked))?.text();
}

test.each([
  [variant(768), [variant(240), variant(480), variant(1024), variant(1600)], variant(1024)],
  [variant(768), [variant(240), variant(480)], variant(480)],
  [variant(1600), [variant(240), at('thumbnail')], at('thumbnail')],
  [variant(240), [at('original')], at('original')],
  [at('thumbnail'), [variant(1024), variant(240)], variant(1024)],
  [at('original'), [variant(768), at('preview')], at('preview')],
  [at('preview'), [], undefined],
  [variant(480), [variant(240), variant(480), variant(768)], variant(480)],
  [variant(768), [variant(480), at('original')], at('original')],
  [variant(999), [variant(1600), variant(240)], variant(240)],
  ['https://cdn.test/p/ugc/club/event/thumbnail/another0another01234.jpg', [variant(480)], undefined],
])('IMG-04 without signal %s shows the nearest size that was kept', async (asked, kept, expected) => {
  expect(await shown(asked, kept)).toBe(expected);
});
