import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import { CLUB } from '../../support/tenants.ts';
import { NOON } from '../routesServer.ts';
import { done, type Rows } from './rowTypes.ts';

let made = 0;
export const messageOf = (contact_id: string): BodyOf<'putContact'> => ({
  contact_id,
  name: 'あき',
  email: 'aki@example.jp',
  topic: 'usage',
  message: '使い方を教えてください',
});
/** A subscription as a browser makes it; the keys belong to nobody. */
export const deviceOf = (name: string): BodyOf<'putPushDevice'> => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
});
const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

/** What a page load that was drawn by lot sends. */
export const measuredOf = (given: Partial<BodyOf<'putMeasurements'>> = {}): BodyOf<'putMeasurements'> => ({
  page: 'gallery',
  device: 'phone',
  engine: 'webkit',
  build: 'abc',
  vitals: { lcp: 1.2 },
  errors: [],
  posts: [],
  ...given,
});

export const contactRows: Rows<
  | 'getPushKey'
  | 'getPushDevice'
  | 'putPushDevice'
  | 'getWaitingPhotos'
  | 'putWaitingPhotos'
  | 'deletePushDevice'
  | 'putContact'
  | 'putContactCode'
  | 'putMeasurements'
> = {
  putContactCode: {
    async input({ db }) {
      const contact_id = `claim-${++made}`;
      const confirm_hash = createHash('sha256').update(`${CLUB}\n${contact_id}\n123456`).digest('hex');
      const message = { ...messageOf(contact_id), topic: 'takedown', user_agent: '' } as const;
      await db
        .insertInto('contact')
        .values({ tenant: CLUB, ...message, confirm_hash })
        .execute();
      return { body: { contact_id, code: '123456' } };
    },
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { contact_id: 'c', code: '12345' } },
      { body: { contact_id: 'c', code: 'abcdef' } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: done,
  },
  putMeasurements: {
    input: () => ({ body: measuredOf() }),
    answers: () => done,
    invalid: [
      { body: {} },
      ...[
        { page: 'a b' },
        { engine: 'x'.repeat(41) },
        { device: 'watch' },
        { vitals: { lcp: -1 } },
        { vitals: { inp: 61 } },
        { vitals: { cls: 'x' } },
        { errors: Array(21).fill('NETWORK') },
        { errors: ['https://example.jp/?p=1'] },
        { posts: [{ stage: 'half', age: 1 }] },
        { posts: [{ stage: 'public', age: 14 * 86_400 + 1 }] },
        { posts: [{ stage: 'full', age: null }] },
      ].map((wrong) => ({ body: { ...measuredOf(), ...wrong } })),
    ],
    otherTenant: done,
    otherUser: done,
  },
  getPushKey: {
    input: () => ({}),
    answers: () => ({ public_key: 'push-key' }),
    invalid: [],
    otherTenant: { public_key: 'push-key' },
    otherUser: { public_key: 'push-key' },
  },
  getPushDevice: {
    async input(world) {
      const body = deviceOf(`get-${++made}`);
      await world.ok('putPushDevice', { as: 'aki', body });
      return { query: { device: idOf(body.endpoint) } };
    },
    answers: () => ({ is_on: true }),
    invalid: [{ query: {} }, { query: { device: 'x' } }, { query: { device: `${'a'.repeat(63)}G` } }],
    otherTenant: { is_on: false },
    otherUser: { is_on: false },
  },
  getWaitingPhotos: {
    // Somebody who posts nothing: what was posted since is not counted.
    as: 'cho',
    async input({ db }) {
      const row = {
        tenant: CLUB,
        user_id: 'cho',
        device_id: 'd'.repeat(20),
        photos: 3,
        at: new Date(NOON - 11 * 60_000),
      };
      await db
        .insertInto('waiting_device')
        .values(row)
        .onConflict((c) => c.doNothing())
        .execute();
      return {};
    },
    answers: () => ({ list: [{ device: 'd'.repeat(20), photos: 3, told_at: '2026-06-10 11:49:00' }] }),
    invalid: [],
    otherTenant: { list: [] },
    otherUser: { list: [] },
  },
  putWaitingPhotos: {
    input: () => ({ body: { device: 'p'.repeat(20), photos: 2 } }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { device: 'p'.repeat(19), photos: 2 } },
      { body: { device: 'p'.repeat(20), photos: -1 } },
      { body: { device: 'p'.repeat(20), photos: 1.5 } },
      { body: { device: 'p'.repeat(20), photos: 10_001 } },
    ],
    otherTenant: done,
    otherUser: done,
  },
  putPushDevice: {
    input: () => ({ body: deviceOf(`put-${++made}`) }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { ...deviceOf('x'), endpoint: 'http://fcm.googleapis.com/x' } },
      { body: { ...deviceOf('x'), endpoint: 'x' } },
      { body: { ...deviceOf('x'), p256dh: '' } },
      { body: { ...deviceOf('x'), auth: 'a b' } },
    ],
    otherTenant: done,
    otherUser: done,
    // The browser is now whose it was put for last: nobody else is told there.
    async holds(input, world) {
      const device = idOf(input.body?.endpoint ?? '');
      const rows = await world.db
        .selectFrom('push_device')
        .select('user_id')
        .where('endpoint_id', '=', device)
        .execute();
      expect(new Set(rows.map((row) => row.user_id)).size).toBeLessThanOrEqual(1);
    },
  },
  deletePushDevice: {
    async input(world) {
      const { endpoint, ...keys } = deviceOf(`delete-${++made}`);
      await world.ok('putPushDevice', { as: 'aki', body: { endpoint, ...keys } });
      return { body: { endpoint, all: false } };
    },
    answers: () => ({ left: 0 }),
    invalid: [
      { body: {} },
      { body: { endpoint: 'https://fcm.googleapis.com/x' } },
      { body: { endpoint: 'x', all: true } },
    ],
    // Of another tenant's row nothing changes.
    otherTenant: { left: 1 },
    otherUser: { left: 0 },
  },
  putContact: {
    input: () => ({ body: messageOf(`message-${++made}`) }),
    answers: () => done,
    invalid: [
      { body: {} },
      { body: { ...messageOf('x'), contact_id: 'a b' } },
      { body: { ...messageOf('x'), email: 'nobody' } },
      { body: { ...messageOf('x'), email: 'a@example.jp\r\nBcc: b@example.jp' } },
      { body: { ...messageOf('x'), topic: 'else' } },
      { body: { ...messageOf('x'), message: '' } },
      { body: { ...messageOf('x'), message: ' \u200b ' } },
      { body: { ...messageOf('x'), message: 'x'.repeat(2001) } },
      { body: { ...messageOf('x'), name: 'x'.repeat(41) } },
    ],
    otherTenant: done,
    otherUser: done,
    // A message that is there stays as it was written.
    async holds(input, world) {
      const rows = await world.db
        .selectFrom('contact')
        .select(['message', 'topic'])
        .where('contact_id', '=', input.body?.contact_id ?? '')
        .execute();
      expect(new Set(rows.map((row) => row.message))).toEqual(new Set([messageOf('x').message]));
    },
  },
};
