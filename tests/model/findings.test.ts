/** What walks of the model found in the code, each as short as it can be told. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/outbox/job.ts';
import { transition } from '../../src/outbox/transition.ts';
import { Phone } from '../fakes/fakePhone.ts';
import type { Server } from '../fakes/fakeServer.ts';
import { World } from '../fakes/world.ts';
import { type HeldCall, HeldProcess } from './heldProcess.ts';

/** Answers the oldest call of this name. */
async function answer({ held }: HeldProcess, name: string): Promise<void> {
  const found = held.findIndex((call) => call.name === name);
  expect(found, `${name} is on the line`).not.toBe(-1);
  held.splice(found, 1)[0]?.answer();
  await setImmediate();
}

/** A process on whose line stands nothing but the request of this name, its answer given up. */
async function giveUp({ held }: HeldProcess, name: string): Promise<HeldCall> {
  const [call] = held.splice(0);
  expect(call?.name).toBe(name);
  call?.giveUp();
  await setImmediate();
  return call as HeldCall;
}

describe('T25 a registration may still be on its way while a later one is refused', () => {
  const target = { event: { id: 'event-2', name: '次の試合', seasonId: null }, locations: [] };

  test.each([
    ['401', (server: Server) => server.revoke()],
    ['OBJECT_MISSING', (server: Server) => server.objects.clear()],
  ] as const)(
    'QUE-01b %s says nothing of the earlier one: the photo is there once, as it was sent',
    async (_, refuse) => {
      const phone = new Phone(0, new World(0, () => 0));
      const page = new HeldProcess(phone.world);
      const { outbox, drain } = phone.start({ process: page });
      const { jobId } = await outbox.enqueue(phone.pick('a', 1));
      const job = () => phone.device.jobs.get(jobId ?? '');
      void drain();
      await setImmediate();
      await answer(page, 'prepare');
      await answer(page, 'put');
      const first = await giveUp(page, 'register');
      phone.world.now += 60_000;
      void drain();
      await setImmediate();
      await answer(page, 'findRegistered');
      refuse(phone.server);
      await answer(page, 'register');

      // The outcome of the first is as open as it was, so the fan can change nothing.
      expect(job()).toMatchObject({ registering: true });
      expect(await outbox.move(jobId ?? '', target)).toBe(false);
      expect(first.hasLanded).toBe(false);
      // Before the first arrives, or after it, what is answered at last closes the question.
      phone.server.signIn('fan-1');
      phone.world.now += 60_000;
      await phone.start().drain();
      expect(job()).toMatchObject({ state: 'done', registering: false });
      first.land();
      expect([...phone.server.registered.values()].map(({ eventId }) => eventId)).toEqual(['event-1']);
    },
  );

  test('QUE-04c the only registration there was is refused: the fan may change the post', async () => {
    const phone = new Phone(0, new World(0, () => 0));
    const { outbox, drain } = phone.start();
    const { jobId } = await outbox.enqueue(phone.pick('a', 1));
    phone.world.onCall = (call) => {
      if (call === 'register') phone.server.revoke();
    };
    await drain();
    expect(phone.device.jobs.get(jobId ?? '')).toMatchObject({ state: 'login', registering: false });
    expect(await outbox.move(jobId ?? '', target)).toBe(true);
  });

  test('QUE-01b of two photos one is found: what became of the other is as open as before', async () => {
    const phone = new Phone(0, new World(0, () => 0));
    const { outbox } = phone.start();
    const { jobId } = await outbox.enqueue(phone.pick('a', 2));
    const queued = phone.device.jobs.get(jobId ?? '') as Job;
    const photos = queued.photos.map((photo) => ({ ...photo, step: 'stored' as const }));
    const [found, other] = photos.map(({ mediaUrl }) => mediaUrl);
    const asked: Job = { ...queued, photos, registering: true };
    const event = { kind: 'registered', later: [], at: phone.world.now } as const;
    const half = transition(asked, { ...event, mediaUrls: [found ?? ''] });
    expect(half).toMatchObject({ registering: true, photos: [{ step: 'registered' }, { step: 'stored' }] });
    expect(transition(half, { ...event, mediaUrls: [other ?? ''] })).toMatchObject({
      state: 'done',
      registering: false,
    });
  });
});

test('QUE-01d T25 who asked what became of a registration goes on with the post as it is now', async () => {
  const phone = new Phone(0, new World(0, () => 0));
  phone.server.isPreviewFirst = true;
  const [page, worker] = [new HeldProcess(phone.world), new HeldProcess(phone.world)];
  const { outbox, drain } = phone.start({ process: page });
  const { jobId } = await outbox.enqueue(phone.pick('a', 1));
  void drain();
  await setImmediate();
  await answer(page, 'prepare');
  await answer(page, 'put');
  expect(page.held.map(({ name }) => name)).toEqual(['register']);

  // The page is frozen: the worker takes over, and asks what became of its registration.
  phone.stealChance = 1;
  void phone.start({ process: worker }).drain();
  await setImmediate();
  phone.server.objects.clear();
  await answer(page, 'register');
  expect(phone.device.jobs.get(jobId ?? '')).toMatchObject({ registering: false, photos: [{ step: 'ready' }] });
  await answer(worker, 'findRegistered');
  // Nothing says so in the post: the fan may edit it, so nothing of it may be on its way.
  expect(worker.held.filter(({ name }) => name === 'register')).toEqual([]);
});
