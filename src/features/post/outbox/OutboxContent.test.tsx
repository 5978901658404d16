// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith, signedInFan } from '../../../../tests/support/render.tsx';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { NOTHING_KNOWN } from '../../../outbox/client.ts';
import { createJob } from '../../../outbox/outbox.ts';
import { OutboxContent } from './OutboxContent.tsx';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const waiting = createJob(
  {
    userId: 'me',
    tenant: 'club',
    event: { id: 'e', name: '試合', seasonId: null },
    teamId: null,
    photos: [
      {
        name: 'a',
        mediaUrl: 'ugc/club/e/original/a.jpg',
        step: 'picked',
        fileName: 'a.jpg',
        fields,
        prepared: null,
        error: null,
      },
    ],
  },
  Date.now(),
);
/** The list of what waits, as this device shows it. */
async function show(given: {
  jobs: readonly (typeof waiting)[];
  device: string;
  isInstalled?: boolean;
}): Promise<string> {
  vi.stubGlobal('matchMedia', () => ({ matches: given.isInstalled ?? false, addEventListener: () => undefined }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(given.device);
  const snapshot = { ...NOTHING_KNOWN, isLoaded: true, jobs: given.jobs };
  const outbox = { getSnapshot: () => snapshot, readPhoto: async () => new Blob() };
  const { container } = await renderWith(<OutboxContent />, fakeServices({ state: signedInFan, outbox }));
  return container.textContent ?? '';
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('T11 on an iPhone whoever has photos waiting is told to send them before installing the app', async () => {
  expect(await show({ jobs: [waiting], device: IPHONE })).toContain(texts.beforeInstall);
});

test('T11 nobody else is bothered: nothing waits, already the home-screen app, another kind of phone', async () => {
  expect(await show({ jobs: [], device: IPHONE })).not.toContain(texts.beforeInstall);
  expect(await show({ jobs: [waiting], device: IPHONE, isInstalled: true })).not.toContain(texts.beforeInstall);
  expect(await show({ jobs: [waiting], device: ANDROID })).not.toContain(texts.beforeInstall);
});

/** The list on a device with this queue, of a fan whose other device told of three photos. */
async function showElsewhere(jobs: readonly (typeof waiting)[], state?: typeof signedInFan) {
  let list = [{ device: 'd'.repeat(20), photos: 3, told_at: '2026-06-10 11:49:00' }];
  const forgotten: unknown[] = [];
  const api = {
    getWaitingPhotos: async () => ({ list }),
    putWaitingPhotos: async ({ body }: { body: unknown }) => {
      forgotten.push(body);
      list = [];
      return { result: 'ok' };
    },
  };
  const snapshot = { ...NOTHING_KNOWN, isLoaded: true, jobs };
  const outbox = { getSnapshot: () => snapshot, readPhoto: async () => new Blob() };
  await renderWith(<OutboxContent />, fakeServices({ outbox, api, ...(state && { state }) }));
  return forgotten;
}
const elsewhere = () => screen.queryByText(texts.waitedElsewhere(3, '2026.06.10 11:49'));

test('QUE-05f an empty outbox says what waited elsewhere, until the fan closes it', async () => {
  const forgotten = await showElsewhere([], signedInFan);
  await waitFor(() => expect(elsewhere()).not.toBeNull());
  expect(screen.getByText(texts.waitedElsewhereText)).toBeTruthy();
  await press(texts.waitedElsewhereClose);
  expect(forgotten).toEqual([{ device: 'd'.repeat(20), photos: 0 }]);
  await waitFor(() => expect(elsewhere()).toBeNull());
});

test('QUE-05f where photos wait here, or nobody is signed in, nothing is said of other devices', async () => {
  await showElsewhere([waiting], signedInFan);
  await screen.findByText(/試合/);
  expect(elsewhere()).toBeNull();
  await showElsewhere([]);
  await screen.findByText(texts.needsLogin);
  expect(elsewhere()).toBeNull();
});
