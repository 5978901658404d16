import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictionaryOf, readOldFiles, writeDeltas } from '../../build/deltas.ts';
import { type AssetDeltas, createAssetDeltas } from './assetDeltas.ts';

const folder = mkdtempSync(join(tmpdir(), 'asset-deltas-'));
const NAME = 'app-BBBBBBB.js';
let deltas: AssetDeltas;
let dictionary = '';

beforeAll(async () => {
  const text = Array.from({ length: 500 }, (_, i) => `export const part${i} = ${i * 7919};`).join('\n');
  for (const build of ['before', 'now']) mkdirSync(join(folder, build, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'before/assets/app-AAAAAAA.js'), text);
  writeFileSync(join(folder, `now/assets/${NAME}`), `${text}\n// changed`);
  writeFileSync(join(folder, 'now/assets/chrome-BBBBBBB.css.dcz'), 'cut off');
  await writeDeltas(join(folder, 'now'), await readOldFiles(join(folder, 'before')));
  dictionary = dictionaryOf(readFileSync(join(folder, `now/assets/${NAME}.dcz`))) ?? '';
  deltas = createAssetDeltas(join(folder, 'now'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (name: string, headers: Record<string, string>) =>
  deltas.answer(new Request(`http://localhost/assets/${name}`, { headers }), name);
const CAN = 'gzip, deflate, br, zstd, dcb, dcz';

test('KEP-05b who has the build before gets what is new, for the own cache only', async () => {
  const answer = await ask(NAME, { 'accept-encoding': CAN, 'available-dictionary': dictionary });
  expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'dcz',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  expect((await answer?.arrayBuffer())?.byteLength).toBeLessThan(200);
});

test('KEP-05b whoever has none, another one or cannot read it gets the file as others do', async () => {
  const other = `:${Buffer.alloc(32).toString('base64')}:`;
  for (const headers of [
    { 'accept-encoding': CAN },
    { 'accept-encoding': CAN, 'available-dictionary': other },
    { 'accept-encoding': 'gzip, br', 'available-dictionary': dictionary },
    { 'accept-encoding': CAN, 'available-dictionary': dictionary, range: 'bytes=0-10' },
  ]) {
    expect(await ask(NAME, headers)).toBeNull();
  }
  const can = { 'accept-encoding': CAN, 'available-dictionary': dictionary };
  expect(await ask('post-BBBBBBB.js', can)).toBeNull();
  expect(await ask('chrome-BBBBBBB.css', can)).toBeNull();
});

test('KEP-05b browsers are told which later files a file serves, and caches what the answer differs by', () => {
  const marked = (name: string) => {
    const response = new Response('', { headers: { vary: 'Accept-Encoding' } });
    deltas.mark(response, name);
    return [response.headers.get('use-as-dictionary'), response.headers.get('vary')];
  };
  expect(marked(NAME)).toEqual(['match="/assets/app-*.js"', 'accept-encoding, available-dictionary']);
  expect(marked('logo.svg')).toEqual([null, 'Accept-Encoding']);
});
