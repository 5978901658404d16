/** What the fan wants of a post that waits holds, whatever is on its way: pauses, changes, rules, another fan's login. */
import { describe, expect, test } from 'vitest';
import type { Phone } from '../fakes/fakePhone.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { count, expectAllPublished, failOnce, jobOf, later, phoneWith, settle } from './steps.ts';

test('QUE-04b QUE-04d a pause stops the puts and holds over restarts; a cancelled post leaves no bytes', async () => {
  const phone = await phoneWith(4, 1);
  const tab = phone.start();
  let isPaused = false;
  phone.world.onCall = (call) => {
    if (call !== 'put' || isPaused) return;
    isPaused = true;
    void tab.outbox.pause(jobOf(phone).id);
  };
  await tab.drain();
  await settle(phone);
  expect(jobOf(phone).state).toBe('paused');
  expect(jobOf(phone, 'b').state).toBe('done');
  expect(phone.server.registered.size).toBe(1);
  await phone.start().outbox.cancel(jobOf(phone).id);
  await settle(phone);
  expectAllPublished(phone, 1);
});

describe('QUE-04c changes while a post waits', () => {
  const edit = (phone: Phone, comment: string, name = 'a') => ({
    fields: Object.fromEntries(jobOf(phone, name).photos.map((photo) => [photo.name, { ...photo.fields, comment }])),
    teamId: null,
  });
  const target = { event: { id: 'event-2', name: '次の試合', seasonId: null }, locations: [] };
  const events = (phone: Phone) => new Set([...phone.server.registered.values()].map(({ eventId }) => eventId));

  test('words written before the registration are published, also those written during the puts', async () => {
    const phone = await phoneWith(2);
    const tab = phone.start();
    let written = Promise.resolve(false);
    phone.world.onCall = (call) => {
      if (call !== 'put' || count(phone, 'put') !== 2) return;
      written = phone.start().outbox.edit(jobOf(phone).id, edit(phone, '勝った！'));
    };
    await tab.drain();
    expect(await written).toBe(true);
    await settle(phone);
    expect([...phone.server.registered.values()].map(({ comment }) => comment)).toEqual(['勝った！', '勝った！']);
  });

  test('words that come while the registration is on its way are refused, and nothing of them is shown', async () => {
    const phone = await phoneWith(1);
    let written = Promise.resolve(true);
    phone.world.onCall = (call) => {
      if (call === 'register') written = phone.start().outbox.edit(jobOf(phone).id, edit(phone, '遅すぎた'));
    };
    await settle(phone);
    expect(await written).toBe(false);
    expectAllPublished(phone, 1);
    expect(jobOf(phone).photos[0]?.fields.comment).toBe([...phone.server.registered.values()][0]?.comment);
  });

  test('while a lost answer leaves the outcome open nothing can be changed; a refusal opens the post again', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'register', later('TIMEOUT', false));
    await phone.start().drain();
    const { outbox } = phone.start();
    expect(await outbox.edit(jobOf(phone).id, edit(phone, 'x'))).toBe(false);
    expect(await outbox.move(jobOf(phone).id, target)).toBe(false);
    phone.server.over.add('event-1');
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'EVENT_OVER', registering: false });
    expect(await outbox.edit(jobOf(phone).id, edit(phone, '続き'))).toBe(true);
  });

  test('QUE-03b the event ended meanwhile: sent to another one, under keys of that event, once', async () => {
    const phone = await phoneWith(3);
    phone.server.over.add('event-1');
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'EVENT_OVER' });
    expect(await phone.start().outbox.move(jobOf(phone).id, target)).toBe(true);
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: null, attempts: 0 });
    await settle(phone);
    expectAllPublished(phone, 3);
    expect(events(phone)).toEqual(new Set(['event-2']));
    for (const url of nonEmpty(phone.server.registered.keys())) expect(url).toContain('/event-2/');
  });

  test('another event chosen in the middle of the puts, in another tab', async () => {
    const phone = await phoneWith(4);
    const tab = phone.start();
    let isMoved = false;
    phone.world.onCall = (call) => {
      if (call !== 'put' || count(phone, 'put') < 3 || isMoved) return;
      isMoved = true;
      void phone.start().outbox.move(jobOf(phone).id, target);
    };
    await tab.drain();
    await settle(phone);
    expectAllPublished(phone, 4);
    expect(events(phone)).toEqual(new Set(['event-2']));
  });
});

describe('T29 rules for all posts', () => {
  test('QUE-04b a pause of everything stops between two photos, holds for restarts and new posts, and ends', async () => {
    const phone = await phoneWith(8);
    const tab = phone.start();
    phone.world.onCall = (call) => {
      if (call === 'put') phone.hold = 'paused';
    };
    expect(await tab.drain()).toMatchObject({ result: 'idle', nextAt: null, held: 'paused' });
    expect(count(phone, 'put')).toBeLessThan(8);
    await phone.start().outbox.enqueue(phone.pick('b', 1));
    expect(await phone.start().drain()).toMatchObject({ held: 'paused' });
    expect(phone.server.registered.size).toBe(0);
    phone.world.onCall = () => undefined;
    phone.hold = null;
    await settle(phone);
    expectAllPublished(phone, 9);
  });

  test('on a metered line only the post leaves that the fan urges', async () => {
    const phone = await phoneWith(1, 1);
    phone.hold = 'metered';
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(0);
    await phone.start().outbox.sendNow(jobOf(phone, 'b').id);
    expect(await phone.start().drain()).toMatchObject({ held: 'metered' });
    expect(jobOf(phone, 'a').state).toBe('waiting');
    expect(jobOf(phone, 'b').state).toBe('done');
  });

  test('a stricter rule takes the urging back', async () => {
    const phone = await phoneWith(1);
    await phone.start().outbox.sendNow();
    phone.hold = 'paused';
    await phone.start().outbox.clearForceSend();
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(0);
  });
});

describe('somebody else, or no room', () => {
  test('QUE-05d posts of a fan who signed out wait for that fan; nobody else sends them', async () => {
    const phone = await phoneWith(2);
    phone.server.signIn('fan-2');
    await phone.start().outbox.enqueue(phone.pick('b', 1, { userId: 'fan-2' }));
    await settle(phone);
    expect(jobOf(phone, 'a')).toMatchObject({ state: 'login', error: 'UNAUTHENTICATED' });
    expect([...phone.server.registered.values()].map(({ userId }) => userId)).toEqual(['fan-2']);
    phone.server.signedIn = null;
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(2);
    phone.server.signIn('fan-1');
    await settle(phone);
    expectAllPublished(phone, 3);
    expect([...phone.server.registered.values()].filter(({ userId }) => userId === 'fan-1')).toHaveLength(2);
  });

  test('QUE-05d a switch of users in the middle of a post ends it for now', async () => {
    const phone = await phoneWith(3);
    phone.world.onCall = (call) => {
      if (call === 'register') phone.server.signIn('fan-2');
    };
    await phone.start().drain();
    expect(phone.server.registered.size).toBe(0);
    expect(jobOf(phone).state).toBe('login');
  });

  test('QUE-05a a full device is told, nothing is lost, and it goes on when there is room', async () => {
    const phone = await phoneWith(2);
    let isFull = true;
    phone.world.faults = (call) => (call === 'update' && isFull ? later('QUOTA_EXCEEDED') : null);
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    for (const photo of nonEmpty(jobOf(phone).photos)) expect(phone.device.holds(photo)).toBe(true);
    isFull = false;
    await settle(phone);
    expectAllPublished(phone, 2);
  });
});
