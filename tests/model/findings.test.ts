/** What walks of the model found in the code, each as short as it can be told. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Phone } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import { HeldProcess } from './heldProcess.ts';

/** Answers the oldest call of this name. */
async function answer({ held }: HeldProcess, name: string): Promise<void> {
  const found = held.findIndex((call) => call.name === name);
  expect(found, `${name} is on the line`).not.toBe(-1);
  held.splice(found, 1)[0]?.answer();
  await setImmediate();
}

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
