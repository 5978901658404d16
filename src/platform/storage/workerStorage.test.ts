/** What queue and session need in the worker must stand where a worker can read it (T04). */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJob } from '../../outbox/outbox.ts';
import { createTokenStore } from '../identity/identityTokenStore.ts';
import type { Tokens } from '../identity/identityTokens.ts';
import { createClientDatabase } from './clientDatabase.ts';
import { createDrafts } from './drafts.ts';
import { createJobStore } from './jobStore.ts';
import { createSendRulesStore } from './sendRulesStore.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Every module of ours that these two scripts are made of. */
function modulesOf(...entries: string[]): string[] {
  const found = new Set<string>();
  const queue = entries.map((entry) => join(root, entry));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|export)\s(?!type\s)[^'"]*['"](\.[^'"?]+\.tsx?)['"]/gm))
      queue.push(resolve(dirname(file), from));
  }
  return [...found].map((file) => relative(root, file));
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => vi.unstubAllGlobals());

test('T04 nothing the worker runs asks for local or session storage', () => {
  const modules = modulesOf('sw/main.ts', 'sw/senderScript.ts');
  // The walk found the queue and the session, or it would prove nothing.
  for (const needed of [
    'src/platform/storage/jobStore.ts',
    'src/platform/identity/identityTokenStore.ts',
    'src/outbox/drainPass.ts',
  ])
    expect(modules).toContain(needed);
  const asking = modules.filter((file) => /\b(?:localStorage|sessionStorage)\b/.test(withoutComments(file)));
  expect(asking).toEqual([]);
});

test('T04 post, bytes, login and rules of a page are read by a worker, which has no local storage', async () => {
  const page = createClientDatabase();
  const tokens: Tokens = {
    userId: 'fan',
    session: '1',
    idToken: 'i',
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: 1,
  };
  const fields = { comment: '応援', htag: '', player: '', photo_location: null, usepermit: true };
  const photo = {
    name: 'a',
    mediaUrl: 'ugc/club/e/original/a.jpg',
    step: 'picked',
    fileName: 'a.jpg',
    fields,
    prepared: null,
    error: null,
  } as const;
  const event = { id: 'e', name: '試合', seasonId: null };
  const drafts = createDrafts(page, async () => ({}));
  await drafts.addDraftPhoto('club', 'a', new Uint8Array(6_000_000).buffer);
  await createJobStore(page).insert(
    createJob({ userId: 'fan', tenant: 'club', event, teamId: null, photos: [photo] }, 1),
  );
  await createTokenStore(page).save(tokens);
  await createSendRulesStore(page).save({ onMetered: 'posts' });
  page.close();

  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  const worker = createClientDatabase();
  const store = createJobStore(worker);
  expect((await store.loadAll()).map(({ userId, photos }) => [userId, photos[0]?.fields.comment])).toEqual([
    ['fan', '応援'],
  ]);
  // More than the 5 MB a page's local storage holds.
  expect((await store.readBytes({ photoName: 'a', part: 'source' }))?.buffer.byteLength).toBe(6_000_000);
  expect(await createTokenStore(worker).load()).toEqual(tokens);
  expect((await createSendRulesStore(worker).load()).onMetered).toBe('posts');
});

const withoutComments = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
