/** The queue's calls as they leave the device, and what is read out of their answers (PUB-01, PUB-02). */
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NewPhoto } from '../../contract/entities.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { createJob } from '../../outbox/outbox.ts';
import { createTokenSource } from '../identity/identityTokens.ts';
import { createRegistry } from './registry.ts';

const url = 'ugc/club/e/original/abcdefghij0123456789.jpg';
const prepared = {
  width: 4096,
  height: 3072,
  color: '#112233',
  exif: null,
  originalBytes: 3_000,
  previewBytes: 200,
  thumbnailBytes: 30,
};
const photo: JobPhoto = {
  name: 'abcdefghij0123456789',
  mediaUrl: url,
  step: 'stored',
  fileName: 'a.jpg',
  prepared,
  error: null,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
};
const job: Job = createJob(
  {
    userId: 'fan',
    tenant: 'club',
    teamId: null,
    photos: [photo],
    event: { id: 'e', name: '試合', seasonId: null },
  },
  0,
);

function setUp(answer: unknown) {
  const sent: { path: string; method: string; body: { media_list?: Record<string, unknown>[] } }[] = [];
  const fetch = vi.fn(async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input));
    sent.push({
      path: pathname,
      method: init.method ?? 'GET',
      body: init.body === undefined ? null : JSON.parse(String(init.body)),
    });
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  const tokens = { userId: 'fan', session: '1', idToken: 'i', accessToken: 'a', refreshToken: 'r', expiresAt: 1e15 };
  const store = { load: async () => tokens, save: async () => undefined, clear: async () => undefined };
  const registry = createRegistry({
    config: { api: 'http://fan.test/f', apiKey: 'KEY' },
    tokens: createTokenSource({ store, refresh: async () => tokens }),
    fetch,
  });
  return { registry, sent };
}

test('PUB-01a a photo whose original follows is registered so; another as a server before knows it', async () => {
  const { registry, sent } = setUp({ media_list: [{ media_url: url, created_at: '2026-01-01 00:00:00' }] });
  const list = () => sent.at(-1)?.body.media_list ?? [];
  expect(await registry.register(job, [{ ...photo, original: 'later' }])).toEqual([url]);
  expect(list()).toMatchObject([{ media_url: url, size: 3_000, original: 'later' }]);
  for (const whole of [photo, { ...photo, original: 'whole' as const }]) {
    await registry.register(job, [whole]);
    expect(list()[0]).not.toHaveProperty('original');
  }
});

test('STF-17c a post tells how long it waited; a time that a changed clock makes is left out', async () => {
  const { registry, sent } = setUp({ media_list: [{ media_url: url, created_at: '2026-01-01 00:00:00' }] });
  const now = vi.spyOn(Date, 'now').mockReturnValue(10_000);
  onTestFinished(() => now.mockRestore());
  await registry.register({ ...job, createdAt: 2_600 }, [photo]);
  expect(sent.at(-1)?.body).toMatchObject({ waited_s: 7 });
  for (const createdAt of [20_000, -1e12]) {
    await registry.register({ ...job, createdAt }, [photo]);
    expect(sent.at(-1)?.body).not.toHaveProperty('waited_s');
  }
});

test.each([
  ['a tab', 'vertical\u000btab.jpg'],
  ['a zero', 'nul\u0000.jpg'],
  ['a control character', 'del\u007f.jpg'],
  ['half a pair', 'half \ud83d.jpg'],
  ['300 letters', `${'あ'.repeat(300)}.jpg`],
])('PST-07g a post that waits is sent with a name the server takes: %s', async (_, fileName) => {
  const { registry, sent } = setUp({ media_list: [{ media_url: url, created_at: '2026-01-01 00:00:00' }] });
  await registry.register(job, [{ ...photo, fileName }]);
  const [registered] = sent.at(-1)?.body.media_list ?? [];
  expect(v.is(NewPhoto, registered)).toBe(true);
  expect(registered?.fileName).toMatch(/\.jpg$/);
});

test('PUB-02a originals are reported by their keys, and every row of the answer is told', async () => {
  const { registry, sent } = setUp({ originals: [{ media_url: url, state: 'missing' }] });
  expect(await registry.putOriginals(job, [url])).toEqual([{ mediaUrl: url, state: 'missing' }]);
  expect(sent).toEqual([{ path: '/f/media/list/originals', method: 'PUT', body: { media_urls: [url] } }]);
});

test('PUB-02a T24 a state that is none of the contract’s is no answer', async () => {
  const { registry } = setUp({ originals: [{ media_url: url, state: 'fine' }] });
  await expect(registry.putOriginals(job, [url])).rejects.toMatchObject({
    code: 'BAD_ANSWER',
    retry: 'later',
  });
});
