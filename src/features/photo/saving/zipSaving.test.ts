import { expect, test, vi } from 'vitest';
import { createDevice, picture, recordOf, until } from '../../../../tests/fakes/fakeZipDevice.ts';
import type { ZipRecord } from '../../../platform/storage/unfinishedZip.ts';
import { type ZipPorts, ZipSaving } from './zipSaving.ts';

/** Names of the files in a ZIP, with the flag that says they are UTF-8. */
async function namesIn(zip: Blob | Uint8Array): Promise<string[]> {
  const bytes = zip instanceof Blob ? new Uint8Array(await zip.arrayBuffer()) : zip;
  const view = new DataView(bytes.buffer);
  const names: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    expect(view.getUint16(at + 8, true) & 0x800).toBe(0x800);
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))));
  }
  return names;
}

test('KEP-02d photos go to the chosen file as they come, in order, and nothing stays on the device', async () => {
  const { device, ports, toDisk, pictures } = createDevice();
  const saving = new ZipSaving({ ...ports, pickTarget: toDisk });
  await saving.start(recordOf('abcdef', { leftOut: 2 }));
  expect(saving.getState()).toEqual({ kind: 'done', all: 6, leftOut: 2, came: 6, previews: 0, missing: 0 });
  expect(await namesIn(device.disk as Uint8Array)).toEqual([...'abcdef'].map((name) => `${name}.jpg`));
  expect([pictures.size, await ports.store.load()]).toEqual([0, null]);
});

test('KEP-02e without a file to write parts are made, each saved by a press and numbered', async () => {
  const { device, ports } = createDevice();
  const saving = new ZipSaving({ ...ports, partBytes: 25 });
  void saving.start(recordOf('abcde'));
  await until(saving, 'parts');
  for (const place of [0, 1, 2]) await saving.savePart(place);
  expect(device.files.map(({ name, type }) => [name, type])).toEqual(
    [1, 2, 3].map((part) => [`開幕戦_${part}-3.zip`, 'application/zip']),
  );
  expect(await Promise.all(device.files.map(namesIn))).toEqual([['a.jpg', 'b.jpg'], ['c.jpg', 'd.jpg'], ['e.jpg']]);
  expect(saving.getState()).toMatchObject({ kind: 'done', came: 5 });
  // Made of what is kept: nothing is fetched for a part.
  expect(device.fetched.sort().join('')).toBe('abcde');
});

test('KEP-02f after a break what came is not fetched again', async () => {
  const { device, ports } = createDevice();
  const never = new Promise<Response>(() => {});
  device.answer = (name) => (name > 'c' ? never : picture(name));
  const first = new ZipSaving({ ...ports, alone: async (task) => task().then(() => true) });
  void first.start(recordOf('abcdef'));
  await vi.waitFor(() => expect(first.getState()).toMatchObject({ kind: 'fetching', done: 3 }));
  // The page is killed here; the next one finds what there is.
  device.fetched.length = 0;
  device.answer = picture;
  const second = new ZipSaving(ports);
  await second.look('club', 'me');
  expect(second.getState()).toEqual({ kind: 'unfinished', done: 3, all: 6, leftOut: 0 });
  void second.resume();
  await until(second, 'parts');
  expect(device.fetched.sort().join('')).toBe('def');
});

test('KEP-02f it waits for signal and goes on by itself', async () => {
  const { device, ports } = createDevice();
  let isLineDead = true;
  device.answer = (name) => {
    if (isLineDead && name === 'b') throw new TypeError('Failed to fetch');
    return picture(name);
  };
  const saving = new ZipSaving(ports);
  void saving.start(recordOf('abc'));
  await vi.waitFor(() => expect(saving.getState()).toMatchObject({ kind: 'fetching', isWaiting: true, done: 2 }));
  isLineDead = false;
  await until(saving, 'parts');
  expect(saving.getState()).toMatchObject({ came: 3, missing: 0 });
});

test('KEP-02f what cannot be had is told and tried again alone; a cut or foreign body is no picture', async () => {
  const { device, ports, toDisk } = createDevice();
  const foreign = { 'content-type': 'text/html' };
  const answers: Record<string, () => Response> = {
    b: () => new Response('', { status: 404 }),
    c: () => new Response('ようこそ', { headers: foreign }),
    d: () => new Response('short', { headers: { 'content-type': 'image/jpeg', 'content-length': '10' } }),
  };
  device.answer = (name) => answers[name]?.() ?? picture(name);
  const saving = new ZipSaving({ ...ports, pickTarget: toDisk });
  await saving.start(recordOf('abcde'));
  expect(saving.getState()).toMatchObject({ kind: 'done', all: 5, came: 2, missing: 3 });
  expect(await namesIn(device.disk as Uint8Array)).toEqual(['a.jpg', 'e.jpg']);
  device.answer = picture;
  await saving.startMissing();
  expect(saving.getState()).toMatchObject({ kind: 'done', all: 3, came: 3, missing: 0 });
  expect(await namesIn(device.disk as Uint8Array)).toEqual(['b.jpg', 'c.jpg', 'd.jpg']);
});

test('KEP-02f no photo at all makes no file', async () => {
  const { device, ports, toDisk } = createDevice();
  device.answer = () => new Response('', { status: 404 });
  const saving = new ZipSaving({ ...ports, pickTarget: toDisk });
  await saving.start(recordOf('ab'));
  expect(saving.getState()).toMatchObject({ kind: 'done', came: 0, missing: 2 });
  expect([device.disk, device.isRemoved]).toEqual([null, true]);
});

test('KEP-02f a file that cannot be written fails and keeps what came', async () => {
  const { device, ports, toDisk } = createDevice();
  const full: ZipPorts['pickTarget'] = async () => ({
    write: async (zip) => {
      await new Response(zip).arrayBuffer();
      throw new DOMException('disk full', 'QuotaExceededError');
    },
    remove: async () => {},
  });
  let pickTarget = full;
  const saving = new ZipSaving({ ...ports, pickTarget: (name) => pickTarget(name) });
  await saving.start(recordOf('abc'));
  expect(saving.getState()).toEqual({ kind: 'failed', all: 3, leftOut: 0 });
  device.fetched.length = 0;
  pickTarget = toDisk;
  await saving.resume();
  expect([saving.getState().kind, device.fetched.join('')]).toEqual(['done', '']);
});

test('KEP-02e a device that keeps nothing saves one part, and says so where it takes more', async () => {
  const { device, ports } = createDevice({ partBytes: 25 });
  device.takes = 0;
  const small = new ZipSaving(ports);
  void small.start(recordOf('ab'));
  await until(small, 'parts');
  await small.savePart(0);
  expect(small.getState()).toMatchObject({ kind: 'done', came: 2 });
  const large = new ZipSaving(ports);
  await large.start(recordOf('abcde'));
  expect(large.getState().kind).toBe('failed');
});

test('KEP-02f given up, nothing stays: no file, no picture, no answer that still comes', async () => {
  const { device, ports, toDisk, pictures } = createDevice();
  const answers: ((response: Response) => void)[] = [];
  device.answer = (name) => (name === 'a' ? picture(name) : new Promise((done) => answers.push(done)));
  const saving = new ZipSaving({ ...ports, pickTarget: toDisk });
  const ended = saving.start(recordOf('abc'));
  await vi.waitFor(() => expect(saving.getState()).toMatchObject({ kind: 'fetching', done: 1 }));
  await saving.cancel();
  for (const [place, answer] of answers.entries()) answer(picture('bc'[place] ?? 'c'));
  await ended;
  expect([saving.getState().kind, device.disk, device.isRemoved]).toEqual(['none', null, true]);
  await vi.waitFor(() => expect(pictures.size).toBe(0));
});

test('KEP-02f another fan, another tenant or a week later is not told of it', async () => {
  const { ports } = createDevice();
  const look = async (more: Partial<ZipRecord>, userId: string | null = 'me') => {
    await ports.store.begin(recordOf('ab', more));
    const saving = new ZipSaving(ports);
    await saving.look('club', userId);
    return [saving.getState().kind, (await ports.store.load()) !== null];
  };
  expect(await look({})).toEqual(['unfinished', true]);
  expect(await look({ tenantId: 'other' })).toEqual(['none', true]);
  expect(await look({}, 'somebody')).toEqual(['none', false]);
  // Who it is may not be known yet.
  expect(await look({}, null)).toEqual(['none', true]);
  expect(await look({ begunAt: 2_000 - 8 * 24 * 60 * 60_000 })).toEqual(['none', false]);
});

test('KEP-02f one ZIP a device: another window is told, and does not touch what is kept', async () => {
  const { device, ports } = createDevice();
  device.answer = () => new Promise(() => {});
  const first = new ZipSaving(ports);
  void first.start(recordOf('ab'));
  await until(first, 'fetching');
  const second = new ZipSaving(ports);
  await second.look('club', 'me');
  expect(second.getState().kind).toBe('none');
  await second.start(recordOf('xy'));
  expect(second.getState().kind).toBe('elsewhere');
  expect((await ports.store.load())?.photos.length).toBe(2);
});

test('KEP-02d while the card says that one is saved, another one asks where to and is saved', async () => {
  const { device, ports, toDisk } = createDevice();
  const asked: string[] = [];
  const pickTarget: ZipPorts['pickTarget'] = (name) => {
    asked.push(name);
    return toDisk(name);
  };
  const saving = new ZipSaving({ ...ports, pickTarget });
  await saving.start(recordOf('ab'));
  expect(saving.getState().kind).toBe('done');
  let answer: (response: Response) => void = () => undefined;
  device.answer = (name) => (name === 'y' ? new Promise((done) => (answer = done)) : picture(name));
  const ended = saving.start(recordOf('xyz', { about: '第2節' }));
  // The card is the new one's from the start: closing what it says would end that one.
  await vi.waitFor(() => expect(saving.getState()).toMatchObject({ kind: 'fetching', done: 2, all: 3 }));
  answer(picture('y'));
  await ended;
  expect(asked).toEqual(['開幕戦.zip', '第2節.zip']);
  expect(await namesIn(device.disk as Uint8Array)).toEqual(['x.jpg', 'y.jpg', 'z.jpg']);
  expect(saving.getState()).toMatchObject({ kind: 'done', all: 3, came: 3 });
});

test('KEP-02f who thinks better of where to put what is missing can be asked again', async () => {
  const { device, ports, toDisk } = createDevice();
  device.answer = (name) => (name === 'b' ? new Response('', { status: 404 }) : picture(name));
  let pickTarget = toDisk;
  const saving = new ZipSaving({ ...ports, pickTarget: (name) => pickTarget(name) });
  await saving.start(recordOf('abc'));
  expect(saving.getState()).toMatchObject({ kind: 'done', missing: 1 });
  device.answer = picture;
  pickTarget = async () => 'not now';
  await saving.startMissing();
  expect(saving.getState()).toMatchObject({ kind: 'done', missing: 1 });
  pickTarget = toDisk;
  await saving.startMissing();
  expect(saving.getState()).toMatchObject({ kind: 'done', all: 1, came: 1, missing: 0 });
});
