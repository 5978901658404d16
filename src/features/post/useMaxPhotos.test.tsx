// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { FanEvent } from '../../contract/entities.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { useMaxPhotos } from './useMaxPhotos.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.useRealTimers());

const eventWith = (count: number) =>
  ({ event_id: 'e1', post_limit: 3, postUser_list: [{ user_id: 'me', count }] }) as unknown as FanEvent;
const jobOf = (step: JobPhoto['step']): Job =>
  ({
    id: 'job',
    userId: 'me',
    event: { id: 'e1' },
    state: step === 'registered' ? 'done' : 'waiting',
    finishedAt: null,
    photos: ['a', 'b', 'c'].map((mediaUrl) => ({ mediaUrl, step })),
  }) as unknown as Job;

test('PST-09d photos that have just become public make no room until the event counts them', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const root = createRoot(document.createElement('div'));
  const state = { status: 'signedIn', user: { id: 'me' } };
  let max = -1;
  const Shown = ({ event, asOf }: { readonly event: FanEvent; readonly asOf: number }) => {
    max = useMaxPhotos(event, asOf);
    return null;
  };
  let jobs: readonly Job[] = [];
  let snapshot = { jobs };
  const listeners = new Set<() => void>();
  const services = {
    session: { getState: () => state, subscribe: () => () => {} },
    outbox: {
      getSnapshot: () => snapshot,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as Services;
  const show = (event: FanEvent, asOf: number) =>
    act(async () =>
      root.render(
        <ServicesProvider services={services}>
          <Shown {...{ event, asOf }} />
        </ServicesProvider>,
      ),
    );
  const setJobs = (...next: readonly Job[]) =>
    act(async () => {
      jobs = next;
      snapshot = { jobs };
      for (const listener of listeners) listener();
    });

  await show(eventWith(0), 500);
  expect(max).toBe(3);
  await setJobs(jobOf('ready'));
  expect(max).toBe(0);
  await setJobs(jobOf('public'));
  expect(max).toBe(0);
  await setJobs(jobOf('registered'));
  expect(max).toBe(0);
  await show(eventWith(3), 1_500);
  expect(max).toBe(0);
  await show(eventWith(2), 2_000); // one was deleted
  expect(max).toBe(1);
  await setJobs({ ...jobOf('ready'), id: 'taken back' });
  expect(max).toBe(0);
  await setJobs();
  expect(max).toBe(1);
  await act(async () => root.unmount());
});
