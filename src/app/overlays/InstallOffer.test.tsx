// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changing, fakeServices, press, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { install } from '../../messages/jaInstall.ts';
import { NOTHING_KNOWN } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import { InstallOffer } from './InstallOffer.tsx';
import { OverlayHost } from './OverlayHost.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const LINE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/15.1.0';

const jobOf = (state: Job['state'], userId = 'me'): Job =>
  ({
    id: 'job',
    userId,
    state,
    photos: [{ name: 'one', step: state === 'done' ? 'registered' : 'ready' }],
  }) as unknown as Job;
/** Public, and its original still here. */
const publicJob = (): Job => ({ ...jobOf('waiting'), photos: [{ name: 'one', step: 'public' }] }) as unknown as Job;

const snapshotOf = (...jobs: Job[]) => ({ ...NOTHING_KNOWN, jobs, isLoaded: true });

async function start(userAgent: string) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 });
  const outbox = changing(snapshotOf());
  const services = fakeServices({ state: signedInFan, outbox });
  const page = await renderWith([<InstallOffer key="offer" />, <OverlayHost key="host" />], services);
  const settle = () => act(async () => vi.dynamicImportSettled());
  return {
    ...page,
    async setJobs(...jobs: Job[]) {
      await outbox.change(snapshotOf(...jobs));
      await settle();
    },
    async openInstall() {
      act(() => page.overlays().open({ mode: 'install' }));
      await settle();
    },
    closeAll: () => act(async () => page.overlays().closeAll()),
  };
}

beforeEach(() => {
  history.replaceState(null, '', `/${CLUB}/`);
  localStorage.clear();
  // What waits for an idle page asks it whether the page answers.
  document.body.append(Object.assign(document.createElement('div'), { id: 'root' }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.getElementById('root')?.remove();
});

const dialog = () => document.querySelector('dialog');
const untilDialog = () => waitFor(() => expect(dialog()?.textContent).toContain(install.title));

test('TEN-11d on an iPhone the instructions come once, after photos have arrived', async () => {
  const { setJobs, stack } = await start(IPHONE);
  await setJobs(jobOf('waiting'));
  expect(dialog()).toBeNull();
  await setJobs(publicJob());
  expect(stack()).toEqual([]);
  await setJobs(jobOf('done'));
  await untilDialog();
  expect(dialog()?.textContent).toContain(install.add.title);
  await press(screen.getByText(install.close));
  await setJobs(jobOf('waiting'));
  await setJobs(jobOf('done'));
  expect(dialog()).toBeNull();
});

test('TEN-11d what is open is read to its end first, and a post that was taken back brings nothing', async () => {
  const { closeAll, overlays, setJobs } = await start(IPHONE);
  await act(async () => overlays().open({ mode: 'result', text: '写真の投稿が完了しました。' }));
  await setJobs(jobOf('waiting'));
  await setJobs(jobOf('done'));
  await waitFor(() => expect(dialog()?.textContent).toContain('写真の投稿が完了しました。'));
  expect(document.body.textContent).not.toContain(install.title);
  await closeAll();
  await untilDialog();
  await closeAll();
  localStorage.clear();
  await setJobs(jobOf('waiting'));
  await setJobs();
  expect(dialog()).toBeNull();
});

test('TEN-11d nothing is offered on other devices, nor inside another app', async () => {
  for (const userAgent of [ANDROID, LINE]) {
    const { setJobs } = await start(userAgent);
    await setJobs(jobOf('waiting'));
    await setJobs(jobOf('done'));
    expect(dialog()).toBeNull();
  }
});

test('T11 while photos wait the instructions say so first; they come when the photos have arrived', async () => {
  const { openInstall, setJobs } = await start(IPHONE);
  await setJobs(jobOf('waiting'));
  await openInstall();
  await untilDialog();
  expect(dialog()?.textContent).toContain(install.waitingTitle(1));
  expect(dialog()?.textContent).not.toContain(install.add.title);
  await setJobs(publicJob());
  expect(dialog()?.textContent).toContain(install.waitingTitle(1));
  await setJobs(jobOf('done'));
  expect(dialog()?.textContent).not.toContain(install.waitingTitle(1));
  expect(dialog()?.textContent).toContain(install.add.title);
  await setJobs(jobOf('waiting', 'somebody else'));
  expect(dialog()?.textContent).toContain(install.othersTitle);
  await press(install.anyway);
  expect(dialog()?.textContent).toContain(install.add.title);
});

test('TEN-11d inside another app the first step is Safari', async () => {
  const { openInstall } = await start(LINE);
  await openInstall();
  await untilDialog();
  expect(dialog()?.textContent).toContain(install.openSafari.title);
});
