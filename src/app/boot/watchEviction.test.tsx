// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, screen } from '@testing-library/react';
import { getDefaultStore, Provider } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import { photosLost } from '../../messages/jaStorage.ts';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../../outbox/client.ts';
import { createJob } from '../../outbox/outbox.ts';
import { createClientDatabase } from '../../platform/storage/clientDatabase.ts';
import { LostPhotosBanner } from '../shell/LostPhotosBanner.tsx';
import { lostPhotosAtom } from '../shell/lostPhotos.ts';
import { watchEviction } from './watchEviction.ts';

const photo = (name: string) => ({
  name,
  mediaUrl: name,
  step: 'ready' as const,
  fileName: 'a.jpg',
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared: null,
  error: null,
});
const event = { id: 'e', name: '試合', seasonId: null };
const jobs = [createJob({ userId: 'me', tenant: 'club', event, teamId: null, photos: ['a', 'b', 'c'].map(photo) }, 0)];

const NAME = 'evicted';
/** A page on the device, with this queue. */
function openPage(first: OutboxSnapshot['jobs']) {
  const database = createClientDatabase(NAME);
  let snapshot: OutboxSnapshot = { ...NOTHING_KNOWN, jobs: first, isLoaded: true };
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  watchEviction({ database, outbox: { subscribe, read: () => snapshot } });
  return {
    close: database.close,
    show(jobs: OutboxSnapshot['jobs']) {
      snapshot = { ...snapshot, jobs };
      for (const listener of listeners) listener();
    },
  };
}
const evict = () =>
  new Promise<void>((done) => {
    indexedDB.deleteDatabase(NAME).onsuccess = () => done();
  });
const mark = () => localStorage.getItem('waiting-photos');
const lost = () => getDefaultStore().get(lostPhotosAtom)?.count ?? null;

beforeEach(async () => {
  localStorage.clear();
  getDefaultStore().set(lostPhotosAtom, null);
  await evict();
});

test('QUE-05a posts deleted with the database are told at the next start, until the fan closes it', async () => {
  const page = openPage(jobs);
  await vi.waitFor(() => expect(mark()).toContain('"photos":3'));
  page.close();
  await evict();
  openPage([]);
  await vi.waitFor(() => expect(lost()).toBe(3));
  await renderWith(
    <Provider store={getDefaultStore()}>
      <LostPhotosBanner />
    </Provider>,
  );
  expect(screen.getByText(photosLost(3))).toBeTruthy();
  act(() => screen.getByRole('button').click());
  expect([lost(), mark()]).toEqual([null, null]);
});

test('QUE-05a a database deleted under an open page is told, too', async () => {
  const page = openPage(jobs);
  await vi.waitFor(() => expect(mark()).not.toBeNull());
  page.close();
  await evict();
  page.show([]);
  await vi.waitFor(() => expect(lost()).toBe(3));
});

test('QUE-05a posts the worker sent while no page was open are not missed', async () => {
  const page = openPage(jobs);
  await vi.waitFor(() => expect(mark()).not.toBeNull());
  page.close();
  openPage([]);
  await vi.waitFor(() => expect(mark()).toBeNull());
  expect(lost()).toBeNull();
});
