/** What the fan wants of originals that follow holds, whatever is on its way: rules, pauses, cancelling, another fan's login. */
import { expect, test } from 'vitest';
import { count, expectAllPublished, jobOf, never, pending, putKeys, settle, twoStages, untilPublic } from './steps.ts';

const originals = (phone: Awaited<ReturnType<typeof twoStages>>) =>
  putKeys(phone).filter((key) => key.includes('/original/'));

test('PUB-02d T29 originals wait for Wi-Fi while posts go; the fan’s word sends them', async () => {
  const phone = await twoStages(2);
  phone.holdOriginals = 'metered';
  expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null, held: 'metered' });
  expect(phone.server.registered.size).toBe(2);
  expect(originals(phone)).toEqual([]);
  await phone.start().outbox.sendNow(jobOf(phone).id);
  await phone.start().drain();
  expectAllPublished(phone, 2);
});

test('PUB-02d T29 to send a post now is no word about its originals', async () => {
  const phone = await twoStages(2);
  phone.hold = 'metered';
  await phone.start().outbox.sendNow(jobOf(phone).id);
  expect(await phone.start().drain()).toMatchObject({ held: 'metered' });
  expect(phone.server.registered.size).toBe(2);
  expect(originals(phone)).toEqual([]);
  expect(jobOf(phone).forceSend).toBeUndefined();
});

test('T29 a rule that comes while originals are on the wire stops them and takes “send now” back', async () => {
  const phone = await twoStages(5);
  await untilPublic(phone);
  const tab = phone.start();
  await tab.outbox.sendNow(jobOf(phone).id);
  phone.world.onCall = (call, key) => {
    if (call !== 'put' || !key.includes('/original/') || phone.holdOriginals) return;
    phone.holdOriginals = 'metered';
    void tab.outbox.clearForceSend(['originals']);
  };
  expect(await tab.drain()).toMatchObject({ held: 'metered' });
  expect(pending(phone).length).toBeGreaterThan(0);
  phone.holdOriginals = null;
  phone.world.onCall = () => undefined;
  await settle(phone);
  expectAllPublished(phone, 5);
});

test('QUE-04b a pause stops originals, holds over restarts, and ends', async () => {
  const phone = await twoStages(6);
  await untilPublic(phone);
  const tab = phone.start();
  let isPaused = false;
  phone.world.onCall = (call, key) => {
    if (call !== 'put' || !key.includes('/original/') || isPaused) return;
    isPaused = true;
    void tab.outbox.pause(jobOf(phone).id);
  };
  await tab.drain();
  const sent = originals(phone).length;
  await settle(phone);
  expect(jobOf(phone).state).toBe('paused');
  expect(originals(phone)).toHaveLength(sent);
  expect(pending(phone).length).toBeGreaterThan(0);
  await phone.start().outbox.resume(jobOf(phone).id);
  await settle(phone);
  expectAllPublished(phone, 6);
});

test('QUE-04d PUB-03b cancelling a public post gives up its originals; a half public one loses the rest', async () => {
  const phone = await twoStages(2);
  await untilPublic(phone);
  await phone.start().outbox.cancel(jobOf(phone).id);
  expect(jobOf(phone)).toMatchObject({ state: 'done', error: null });
  expect([...phone.device.bytes.keys()]).toEqual([]);
  expect(pending(phone)).toHaveLength(2);
  await settle(phone);
  expect(originals(phone)).toEqual([]);
  await phone.start().outbox.enqueue(phone.pick('b', 2, { damaged: 0 }));
  await untilPublic(phone);
  await phone.start().outbox.cancel(jobOf(phone, 'b').id);
  expect([...phone.device.jobs.values()].map(({ state }) => state)).toEqual(['done']);
  expect([...phone.device.bytes.keys()]).toEqual([]);
});

test('PUB-03b originals given up while on the wire are not sent any more; a refused photo stays', async () => {
  const phone = await twoStages();
  await phone.start().outbox.enqueue(phone.pick('a', 6, { damaged: 5 }));
  await untilPublic(phone);
  const tab = phone.start();
  let isDropped = false;
  phone.world.onCall = (call, key) => {
    if (call !== 'put' || !key.includes('/original/') || isDropped) return;
    isDropped = true;
    void tab.outbox.dropOriginals(jobOf(phone).id);
  };
  await tab.drain();
  await settle(phone);
  expect(originals(phone).length).toBeLessThanOrEqual(1 + 3);
  expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'IMAGE_NOT_JPEG' });
  expect([...phone.device.bytes.keys()]).toEqual([`${jobOf(phone).photos[5]?.name}/source`]);
});

test('QUE-04c what is public is changed by its own call and stays in its event; the rest moves', async () => {
  const phone = await twoStages();
  await phone.start().outbox.enqueue(phone.pick('a', 2, { damaged: 0 }));
  await untilPublic(phone);
  const target = { event: { id: 'event-2', name: '次の試合', seasonId: null }, locations: [] };
  const fields = Object.fromEntries(jobOf(phone).photos.map((one) => [one.name, { ...one.fields, comment: '後から' }]));
  const { outbox } = phone.start();
  expect(await outbox.edit(jobOf(phone).id, { fields, teamId: null })).toBe(true);
  expect(jobOf(phone).photos.map((photo) => photo.fields.comment)).toEqual(['後から', '']);
  expect(await outbox.move(jobOf(phone).id, target)).toBe(true);
  expect(jobOf(phone).photos.map(({ mediaUrl }) => mediaUrl.includes('event-2'))).toEqual([true, false]);
  await settle(phone);
  expect(pending(phone)).toEqual([]);

  const whole = await twoStages(2);
  await untilPublic(whole);
  const late = whole.start().outbox;
  expect(await late.edit(jobOf(whole).id, { fields, teamId: null })).toBe(false);
  expect(await late.move(jobOf(whole).id, target)).toBe(false);
});

test('QUE-05d originals wait for their owner: nobody else sends them, and they go when that fan is back', async () => {
  const phone = await twoStages(2);
  await untilPublic(phone);
  phone.server.signIn('fan-2');
  await settle(phone);
  expect(jobOf(phone)).toMatchObject({ state: 'login', error: 'UNAUTHENTICATED' });
  expect(originals(phone)).toEqual([]);
  for (const photo of jobOf(phone).photos) expect(phone.device.holds(photo)).toBe(true);
  phone.server.signIn('fan-1');
  await settle(phone);
  expectAllPublished(phone, 2);
  for (const url of originals(phone)) expect(phone.server.objects.get(url)?.userId).toBe('fan-1');
});

test('QUE-05d beside a refused photo, too, another fan sends no originals, and is not kept busy by them', async () => {
  const phone = await twoStages();
  await phone.start().outbox.enqueue(phone.pick('a', 2, { damaged: 0 }));
  await untilPublic(phone);
  phone.server.signIn('fan-2');
  expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
  expect(originals(phone)).toEqual([]);
  phone.server.signIn('fan-1');
  await settle(phone);
  expect(pending(phone)).toEqual([]);
});

test('QUE-05c one 401 on an original stops all of the fan until a new sign-in', async () => {
  const phone = await twoStages(2, 1);
  await untilPublic(phone);
  phone.server.revoke();
  await phone.start().drain();
  for (const name of ['a', 'b']) expect(jobOf(phone, name)).toMatchObject({ state: 'login' });
  const calls = count(phone, 'putOriginals');
  await phone.start().drain();
  expect(count(phone, 'putOriginals')).toBe(calls);
  phone.server.signIn('fan-1');
  await settle(phone);
  expectAllPublished(phone, 3);
});

test('PUB-02b neither the end of the event nor a week without a line takes an original from a public photo', async () => {
  const phone = await twoStages(3);
  await untilPublic(phone);
  phone.server.over.add('event-1');
  phone.server.isReachable = false;
  for (let day = 0; day < 7; day += 1) {
    expect(await phone.start().drain()).toMatchObject({ result: 'offline' });
    phone.world.now += 24 * 3_600_000;
  }
  for (const photo of jobOf(phone).photos) expect(phone.device.holds(photo)).toBe(true);
  phone.server.isReachable = true;
  await settle(phone);
  expectAllPublished(phone, 3);
});

test('PUB-02b the limit that refuses another post of the fan leaves originals alone', async () => {
  const phone = await twoStages(2);
  await untilPublic(phone);
  await phone.start().outbox.enqueue(phone.pick('b', 1));
  phone.world.faults = (call) => (call === 'register' ? never('POST_LIMIT_REACHED') : null);
  await settle(phone);
  expect(jobOf(phone, 'b')).toMatchObject({ state: 'refused', error: 'POST_LIMIT_REACHED' });
  expect(pending(phone)).toEqual([]);
  expect(jobOf(phone).state).toBe('done');
});

test('T08 two tabs and a worker drain at once: every original is put once', async () => {
  const phone = await twoStages(4, 2);
  await untilPublic(phone);
  const before = putKeys(phone).length;
  await Promise.all([phone.start().drain(), phone.start().drain(), phone.start({ canPrepare: false }).drain()]);
  expectAllPublished(phone, 6);
  expect(putKeys(phone).length - before).toBe(5);
});

test('QUE-05c beside a refused photo a login that is missing is not asked for again at once', async () => {
  const phone = await twoStages();
  await phone.start().outbox.enqueue(phone.pick('a', 2, { damaged: 0 }));
  await untilPublic(phone);
  phone.server.revoke();
  expect(await phone.start().drain()).toMatchObject({ result: 'idle' });
  expect(count(phone, 'putOriginals')).toBe(1);
  phone.server.signIn('fan-1');
  await settle(phone);
  expect(pending(phone)).toEqual([]);
});
