// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../../tests/support/render.tsx';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { Job, PhotoStep } from '../../../outbox/job.ts';
import { createJob } from '../../../outbox/outbox.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { JobActions } from './JobActions.tsx';

const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const jobOf = (steps: readonly PhotoStep[], change: Partial<Job> = {}): Job => ({
  ...createJob(
    {
      userId: 'me',
      tenant: 'club',
      event: { id: 'e', name: '試合', seasonId: null },
      teamId: null,
      photos: steps.map((step, index) => ({
        name: `a${index}`,
        mediaUrl: `ugc/club/e/original/a${index}.jpg`,
        step,
        fileName: 'a.jpg',
        fields,
        prepared: null,
        error: null,
      })),
    },
    0,
  ),
  ...change,
});
const cancel = vi.fn();
beforeEach(() => void cancel.mockReset());

async function pressCancel(job: Job) {
  cleanup();
  const both = [<JobActions key="actions" job={job} state="waiting" />, <Toasts key="toasts" />];
  const { stack } = await renderWith(both, fakeServices({ outbox: { cancel } }));
  await press(texts.more);
  await press(texts.cancel);
  const asked = stack().at(-1);
  const question = asked?.mode === 'confirm' ? asked : null;
  return { question, confirm: () => act(async () => question?.onConfirm()) };
}
const toast = () => [...document.querySelectorAll('li')].at(-1)?.textContent;

test('QUE-04d the cancellation goes with what the question said, and the fan is told what came of it', async () => {
  const ends = { ...texts.cancelEnds, cancelled: texts.cancelled };
  for (const [end, text] of Object.entries(ends)) {
    cancel.mockResolvedValueOnce(end);
    const { question, confirm } = await pressCancel(jobOf(['ready', 'ready']));
    expect(question?.text).toBe(texts.cancelAsk);
    await confirm();
    expect(cancel).toHaveBeenLastCalledWith('a0', 0);
    expect(toast()).toBe(text);
  }
  cancel.mockResolvedValueOnce('cancelled');
  const { question, confirm } = await pressCancel(jobOf(['public', 'ready', 'ready']));
  expect(question?.text).toBe(texts.cancelPublicAsk(1));
  await confirm();
  expect(cancel).toHaveBeenLastCalledWith('a0', 1);
});

test('QUE-04d while a post is registered the fan is told why it cannot be cancelled, and asked nothing', async () => {
  const { question } = await pressCancel(jobOf(['stored'], { registering: true }));
  expect([question, toast(), cancel.mock.calls]).toEqual([null, texts.cancelEnds.registering, []]);
});
