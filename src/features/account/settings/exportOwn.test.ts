import { expect, test, vi } from 'vitest';
import type { UserExport } from '../../../contract/entities.ts';
import { type ExportProgress, exportOwn } from './exportOwn.ts';

const key = (letter: string) => `ugc/club/e1/original/${letter.repeat(20)}.jpg`;
const photoOf = (media_url: string) =>
  ({
    tenant_id: 'club',
    media_url,
    comment: 'ナイスゴール',
    created_at: '2026-11-21 19:00:00',
  }) as UserExport['photos'][number];
const record = (keys: readonly string[]) =>
  ({ exported_at: '2026-11-21 20:00:00', photos: keys.map(photoOf), comments: [] }) as unknown as UserExport;
const profile = { email: 'a@example.jp', name: 'あ', nickname: 'い', extended1: '', extended2: '', avatar: null };

/** Names and bytes of a ZIP whose entries are stored as they are, read from its central directory. */
async function entriesOf(zip: Blob): Promise<Map<string, Uint8Array>> {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const view = new DataView(bytes.buffer);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const entries = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, nameLength] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.set(new TextDecoder().decode(bytes.slice(at + 46, at + 46 + nameLength)), bytes.slice(start, start + size));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function sourceOf(keys: readonly string[], fetch: typeof globalThis.fetch) {
  return {
    loadRecord: async () => record(keys),
    loadProfile: async () => profile,
    addressOf: (one: string) => `https://pictures.example/${one}`,
    fetch,
  };
}
const jpeg = (bytes: string) => new Response(bytes, { headers: { 'content-type': 'image/jpeg' } });

test('API-GET-/user/export a ZIP of the record and every photo, under names that tell tenant and event', async () => {
  const fetch = vi.fn(async (address: unknown) => jpeg(`bytes of ${String(address).at(-5)}`));
  const seen: ExportProgress[] = [];
  const { zip, photos, missing } = await exportOwn(
    sourceOf([key('a'), key('b')], fetch),
    new AbortController().signal,
    (progress) => seen.push(progress),
  );
  expect([photos, missing]).toEqual([2, 0]);
  const entries = await entriesOf(zip);
  expect([...entries.keys()]).toEqual([
    'data.json',
    `photos/club/e1/${'a'.repeat(20)}.jpg`,
    `photos/club/e1/${'b'.repeat(20)}.jpg`,
  ]);
  const text = (name: string) => new TextDecoder().decode(entries.get(name));
  expect(text(`photos/club/e1/${'b'.repeat(20)}.jpg`)).toBe('bytes of b');
  expect(JSON.parse(text('data.json'))).toMatchObject({ profile, photos: [{ comment: 'ナイスゴール' }, {}] });
  expect(seen).toEqual([
    { done: 0, all: 2 },
    { done: 1, all: 2 },
  ]);
  expect(fetch.mock.calls[0]).toMatchObject([expect.any(String), { cache: 'no-store' }]);
});

test('API-GET-/user/export a photo is asked for twice, then missing; a portal’s page is no photo', async () => {
  let tries = 0;
  const fetch = vi.fn(async (address: unknown) => {
    if (String(address).includes('aaaa')) return new Response('<html>', { headers: { 'content-type': 'text/html' } });
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch');
    return jpeg('b');
  });
  const { zip, photos, missing } = await exportOwn(
    sourceOf([key('a'), key('b')], fetch),
    new AbortController().signal,
    () => undefined,
  );
  expect([photos, missing, fetch.mock.calls.length]).toEqual([1, 1, 4]);
  expect([...(await entriesOf(zip)).keys()]).toHaveLength(2);
});

test('API-GET-/user/export stopped, it ends at once with nothing made', async () => {
  const controller = new AbortController();
  const fetch = vi.fn(async () => {
    controller.abort();
    throw new DOMException('aborted', 'AbortError');
  });
  await expect(exportOwn(sourceOf([key('a')], fetch), controller.signal, () => undefined)).rejects.toMatchObject({
    code: 'ABORTED',
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('PUB-03c of a photo whose original has not come the preview is in the ZIP, and counted as one', async () => {
  const source = sourceOf([key('a'), key('b')], async (address) =>
    jpeg(`bytes of ${String(address).split('/').at(-2)}`),
  );
  const loadRecord = async () => {
    const { photos, ...rest } = await source.loadRecord();
    return { ...rest, photos: photos.map((photo, index) => ({ ...photo, original_pending: index === 1 })) };
  };
  const { zip, photos, previews, missing } = await exportOwn(
    { ...source, loadRecord },
    new AbortController().signal,
    () => {},
  );
  expect([photos, previews, missing]).toEqual([2, 1, 0]);
  const entries = await entriesOf(zip);
  const text = (letter: string) => new TextDecoder().decode(entries.get(`photos/club/e1/${letter.repeat(20)}.jpg`));
  expect([text('a'), text('b')]).toEqual(['bytes of original', 'bytes of preview']);
});
