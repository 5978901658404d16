// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import { install } from '../../messages/jaInstall.ts';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { InstallOffer } from './InstallOffer.tsx';
import { OverlayHost } from './OverlayHost.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const LINE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/15.1.0';
const USER = 'fan';

let root: Root;
let host: HTMLElement;
let overlays: ReturnType<typeof useOverlays>;
/** What is open, also before its code has come. */
let opened: ReturnType<typeof useOverlayStack>;
let jobs: readonly Job[];
let listeners: Set<() => void>;

const jobOf = (state: Job['state'], userId = USER): Job =>
  ({
    id: 'job',
    userId,
    state,
    photos: [{ name: 'one', step: state === 'done' ? 'registered' : 'ready' }],
  }) as unknown as Job;
/** Public, and its original still here. */
const publicJob = (): Job => ({ ...jobOf('waiting'), photos: [{ name: 'one', step: 'public' }] }) as unknown as Job;

async function setJobs(...next: Job[]) {
  await act(async () => {
    jobs = next;
    snapshot = makeSnapshot();
    for (const listener of listeners) listener();
    await vi.dynamicImportSettled();
  });
}
let snapshot: OutboxSnapshot;
const makeSnapshot = () => ({ jobs, isLoaded: true, isDraining: false, progress: [] }) as unknown as OutboxSnapshot;

function Page() {
  overlays = useOverlays();
  opened = useOverlayStack();
  return null;
}

async function start(userAgent: string) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 });
  const signedIn = { status: 'signedIn', user: { id: USER } };
  const session = { getState: () => signedIn, subscribe: () => () => {} };
  const outbox = {
    getSnapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const services = { tenant: findTenant(CLUB), session, outbox } as unknown as Services;
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <Page />
        <InstallOffer />
        <OverlayHost />
      </ServicesProvider>,
    ),
  );
}

beforeEach(() => {
  history.replaceState(null, '', `/${CLUB}/`);
  localStorage.clear();
  jobs = [];
  listeners = new Set();
  snapshot = makeSnapshot();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const dialog = () => host.querySelector('dialog');
const untilDialog = () => vi.waitFor(() => expect(dialog()?.textContent).toContain(install.title), { timeout: 20_000 });
const button = (text: string) => [...host.querySelectorAll('button')].find((one) => one.textContent === text);

test('TEN-11d on an iPhone the instructions come once, after photos have arrived', async () => {
  await start(IPHONE);
  await setJobs(jobOf('waiting'));
  expect(dialog()).toBeNull();
  await setJobs(publicJob());
  expect(opened).toEqual([]);
  await setJobs(jobOf('done'));
  await untilDialog();
  expect(dialog()?.textContent).toContain(install.add.title);
  await act(async () => button(install.close)?.click());
  await setJobs(jobOf('waiting'));
  await setJobs(jobOf('done'));
  expect(dialog()).toBeNull();
});

test('TEN-11d what is open is read to its end first, and a post that was taken back brings nothing', async () => {
  await start(IPHONE);
  await act(async () => overlays.open({ mode: 'result', text: '写真の投稿が完了しました。' }));
  await setJobs(jobOf('waiting'));
  await setJobs(jobOf('done'));
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('写真の投稿が完了しました。'), { timeout: 20_000 });
  expect(host.textContent).not.toContain(install.title);
  await act(async () => overlays.closeAll());
  await untilDialog();
  await act(async () => overlays.closeAll());
  localStorage.clear();
  await setJobs(jobOf('waiting'));
  await setJobs();
  expect(dialog()).toBeNull();
});

test('TEN-11d nothing is offered on other devices, nor inside another app', async () => {
  for (const userAgent of [ANDROID, LINE]) {
    await start(userAgent);
    await setJobs(jobOf('waiting'));
    await setJobs(jobOf('done'));
    expect(dialog()).toBeNull();
  }
});

test('T11 while photos wait the instructions say so first; they come when the photos have arrived', async () => {
  await start(IPHONE);
  await setJobs(jobOf('waiting'));
  await act(async () => {
    overlays.open({ mode: 'install' });
    await vi.dynamicImportSettled();
  });
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
  await act(async () => button(install.anyway)?.click());
  expect(dialog()?.textContent).toContain(install.add.title);
});

test('TEN-11d inside another app the first step is Safari', async () => {
  await start(LINE);
  await act(async () => {
    overlays.open({ mode: 'install' });
    await vi.dynamicImportSettled();
  });
  await untilDialog();
  expect(dialog()?.textContent).toContain(install.openSafari.title);
});
