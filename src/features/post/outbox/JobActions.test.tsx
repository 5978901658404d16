// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenants } from '../../../../tenants/index.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { Job, PhotoStep } from '../../../outbox/job.ts';
import { createJob } from '../../../outbox/outbox.ts';
import { type Services, ServicesProvider } from '../../../services/services.tsx';
import { type OverlayEntry, useOverlayStack, useOverlays } from '../../../ui/overlays.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { JobActions } from './JobActions.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const jobOf = (steps: readonly PhotoStep[], change: Partial<Job> = {}): Job => ({
  ...createJob(
    {
      ...{ userId: 'me', tenant: 'club', event: { id: 'e', name: '試合', seasonId: null }, teamId: null },
      photos: steps.map((step, index) => ({
        ...{ name: `a${index}`, mediaUrl: `ugc/club/e/original/a${index}.jpg`, step, fileName: 'a.jpg' },
        ...{ fields, prepared: null, error: null },
      })),
    },
    0,
  ),
  ...change,
});
const cancel = vi.fn();
const signedOut = { status: 'anonymous' };
let root: Root;
let overlays: ReturnType<typeof useOverlays>;
let asked: OverlayEntry | undefined;
function Overlays() {
  overlays = useOverlays();
  asked = useOverlayStack().at(-1);
  return null;
}
async function pressCancel(job: Job) {
  const session = { getState: () => signedOut, subscribe: () => () => {} };
  const services = { tenant: tenants[0], session, outbox: { cancel } } as unknown as Services;
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <JobActions job={job} state="waiting" />
        <Overlays />
        <Toasts />
      </ServicesProvider>,
    ),
  );
  const press = (name: string) =>
    act(async () => {
      const all = [...document.querySelectorAll('button')];
      all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)?.click();
    });
  await press(texts.more);
  await press(texts.cancel);
}
const question = () => (asked?.mode === 'confirm' ? asked : null);
const toast = () => [...document.querySelectorAll('li')].at(-1)?.textContent;
async function confirm() {
  await act(async () => question()?.onConfirm());
}

beforeEach(() => {
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.body.firstElementChild as HTMLElement);
  cancel.mockReset();
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
});

test('QUE-04d the cancellation goes with what the question said, and the fan is told what came of it', async () => {
  const ends = { ...texts.cancelEnds, cancelled: texts.cancelled };
  for (const [end, text] of Object.entries(ends)) {
    cancel.mockResolvedValueOnce(end);
    await pressCancel(jobOf(['ready', 'ready']));
    expect(question()?.text).toBe(texts.cancelAsk);
    await confirm();
    expect(cancel).toHaveBeenLastCalledWith('a0', 0);
    expect(toast()).toBe(text);
    act(() => overlays.closeAll());
    act(() => root.unmount());
    root = createRoot(document.body.firstElementChild as HTMLElement);
  }
  cancel.mockResolvedValueOnce('cancelled');
  await pressCancel(jobOf(['public', 'ready', 'ready']));
  expect(question()?.text).toBe(texts.cancelPublicAsk(1));
  await confirm();
  expect(cancel).toHaveBeenLastCalledWith('a0', 1);
});

test('QUE-04d while a post is registered the fan is told why it cannot be cancelled, and asked nothing', async () => {
  await pressCancel(jobOf(['stored'], { registering: true }));
  expect([question(), toast(), cancel.mock.calls]).toEqual([null, texts.cancelEnds.registering, []]);
});
