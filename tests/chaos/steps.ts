/** What the tests of the queue's bad days do to their phones. */
import { expect } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { NewJob } from '../../src/outbox/client.ts';
import type { Job } from '../../src/outbox/job.ts';
import { Phone } from '../fakes/fakePhone.ts';
import { type Fault, World } from '../fakes/world.ts';

export const later = (code: ErrorCode, hasLanded = false): Fault => ({ code, retry: 'later', hasLanded });
export const never = (code: ErrorCode): Fault => ({ code, retry: 'never', hasLanded: false });

/** A phone with posts in the queue. */
export async function phoneWith(...counts: number[]): Promise<Phone> {
  const phone = new Phone(42);
  const { outbox } = phone.start();
  for (const [index, count] of counts.entries()) await outbox.enqueue(phone.pick('abc'[index] ?? 'z', count));
  return phone;
}
/** The same, on a server that takes posts in two stages. */
export async function twoStages(...counts: number[]): Promise<Phone> {
  const phone = await phoneWith(...counts);
  phone.server.isPreviewFirst = true;
  return phone;
}
/** Drains until everything is public and nothing but originals is left, which the line does not let through. */
export async function untilPublic(phone: Phone): Promise<void> {
  phone.holdOriginals = 'metered';
  await settle(phone);
  phone.holdOriginals = null;
}
/** Keys that were put, in their order. */
export const putKeys = (phone: Phone): string[] =>
  phone.world.calls.filter((call) => call.startsWith('put ')).map((call) => call.slice('put '.length));
export const pending = (phone: Phone): string[] =>
  [...phone.server.registered].filter(([, { isPending }]) => isPending).map(([url]) => url);
export const jobOf = (phone: Phone, name = 'a'): Job => {
  const job = phone.device.jobs.get(`${name}0`.padEnd(20, 'x'));
  if (!job) throw new Error(`no job ${name}`);
  return job;
};
export const count = (phone: Phone, call: string): number =>
  phone.world.calls.filter((one) => one.startsWith(`${call} `)).length;
/** The given call fails once, the nth time. */
export function failOnce(phone: Phone, call: string, fault: Fault, nth = 1): void {
  let seen = 0;
  phone.world.faults = (name) => (name === call && ++seen === nth ? fault : null);
}
/** Lets back-off pass and drains with a fresh process until nothing waits for time. */
export async function settle(phone: Phone): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    const outcome = await phone.start().drain();
    if (outcome === 'died' || outcome.nextAt === null) return;
    phone.world.now = Math.max(phone.world.now, outcome.nextAt);
  }
  throw new Error('does not settle');
}
export function expectAllPublished(phone: Phone, photos: number): void {
  expect(phone.server.registered.size).toBe(photos);
  expect(phone.waiting).toEqual([]);
  expect(pending(phone)).toEqual([]);
  expect([...phone.device.bytes.keys()]).toEqual([]);
}
/** Runs once, just before the nth call of this name takes effect. */
export function at(phone: Phone, call: string, nth: number, act: () => unknown): void {
  let seen = 0;
  phone.world.onCall = (name) => {
    if (name === call && ++seen === nth) void act();
  };
}
/** Where no time passes by itself. */
export const stillPhone = () => new Phone(1, new World(1, () => 0));
/** The same post, its photos prepared before. */
export function prepared(phone: Phone, post: NewJob, previewBytes: number | null = null): NewJob {
  const sizes = { originalBytes: 90, previewBytes, thumbnailBytes: 9 };
  const parts = [
    ['original', 90],
    ['preview', previewBytes ?? 0],
    ['thumbnail', 9],
  ] as const;
  const photos = post.photos.map((photo) => {
    for (const [part, size] of parts) phone.device.put({ photoName: photo.name, part }, new Uint8Array(size).fill(1));
    return {
      ...photo,
      step: 'ready' as const,
      prepared: { width: 4, height: 3, color: '#112233', exif: null, ...sizes },
    };
  });
  return { ...post, photos };
}
export const idOf = (phone: Phone, name = 'a') => jobOf(phone, name).id;
