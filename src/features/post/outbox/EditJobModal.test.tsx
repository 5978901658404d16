// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../../tenants/index.ts';
import { nonEmpty } from '../../../../tests/nonEmpty.ts';
import { changing, fakeServices, press, renderWith } from '../../../../tests/support/render.tsx';
import { CLUB } from '../../../../tests/support/tenants.ts';
import { outboxEdit, outboxMove, outbox as texts } from '../../../messages/jaOutbox.ts';
import { editPhoto, postForm } from '../../../messages/jaPost.ts';
import { NOTHING_KNOWN } from '../../../outbox/client.ts';
import { createJob } from '../../../outbox/outbox.ts';
import type { SessionState } from '../../../session/sessionState.ts';
import { mayCloseOverlay } from '../../../ui/closeGuard.ts';
import { EditJobModal } from './EditJobModal.tsx';
import { MoveJobModal } from './MoveJobModal.tsx';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const fields = { comment: 'アキの言葉', htag: '', player: '', photo_location: null, usepermit: true };
const job = createJob(
  {
    userId: 'aki',
    tenant: CLUB,
    event: { id: 'e', name: 'アキの試合', seasonId: null },
    teamId: null,
    photos: [
      {
        name: 'a',
        mediaUrl: `ugc/${CLUB}/e/original/a.jpg`,
        step: 'picked',
        fileName: 'a.jpg',
        fields,
        prepared: null,
        error: null,
      },
    ],
  },
  0,
);
const edit = vi.fn();
beforeEach(() => {
  edit.mockReset().mockResolvedValue(true);
  // Sample tags are a static file, not a call.
  vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/plain' } }));
});
afterEach(() => void vi.unstubAllGlobals());

async function open(modal: ReactNode) {
  cleanup();
  const session = changing<SessionState>(fan('aki'));
  const snapshot = { ...NOTHING_KNOWN, isLoaded: true, jobs: [job] };
  const outbox = { getSnapshot: () => snapshot, edit };
  const page = await renderWith(modal, fakeServices({ state: session.getState, session, outbox }));
  await act(async () => page.overlays().open({ mode: 'outbox-edit', jobId: job.id }));
  return { ...page, session, text: () => page.container.textContent ?? '' };
}
const openEditor = () => open(<EditJobModal jobId={job.id} onClose={() => {}} />);
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } }));
const messageLabel = findTenant(CLUB)?.config.messagelabel ?? '';
const mayClose = () => act(async () => mayCloseOverlay('outbox-edit'));

test('QUE-05d an open editor of a waiting post shows nothing of it to anybody but its fan', async () => {
  const modals = [
    <EditJobModal key="edit" jobId={job.id} onClose={() => {}} />,
    <MoveJobModal key="move" jobId={job.id} onClose={() => {}} />,
  ];
  for (const modal of nonEmpty(modals)) {
    const { session, text } = await open(modal);
    expect(text()).toContain('アキの試合');
    for (const other of nonEmpty([{ status: 'anonymous' } as const, fan('ben')])) {
      await session.change(other);
      expect(text()).not.toContain('アキ');
      expect(text()).toContain(texts.loginText);
      for (const label of [outboxEdit.save, outboxMove.submit])
        expect(screen.queryByRole('button', { name: label, hidden: true })).toBeNull();
    }
    await session.change(fan('aki'));
    expect(text()).toContain('アキの試合');
  }
});

test('OVL-02b new words of a waiting post are not left without a question, nor is a tag still typed', async () => {
  const { overlays, stack } = await openEditor();
  expect(await mayClose()).toBe(true);
  await type(postForm.tags, '勝');
  expect(await mayClose()).toBe(false);
  expect(stack().at(-1)).toMatchObject({ mode: 'confirm', text: outboxEdit.leaveAsk });
  await act(async () => overlays().close('confirm'));
  await type(postForm.tags, '');
  expect(await mayClose()).toBe(true);
  await type(messageLabel, '直した');
  expect(await mayClose()).toBe(false);
  const asked = stack().at(-1);
  expect(asked).toMatchObject({ mode: 'confirm', actionLabel: editPhoto.leaveAction });
  await act(async () => asked?.mode === 'confirm' && asked.onConfirm());
  expect(stack().map(({ mode }) => mode)).not.toContain('outbox-edit');
});

test('QUE-04c OVL-02d new words are saved and the editor closes unasked; meanwhile it is not left', async () => {
  let answer: (isTaken: boolean) => void = () => undefined;
  edit.mockReturnValue(new Promise((done) => (answer = done)));
  const { stack, container } = await openEditor();
  await type(messageLabel, '直した');
  await press(outboxEdit.save);
  expect(edit.mock.calls).toMatchObject([['a', { fields: { a: { comment: '直した' } } }]]);
  expect([await mayClose(), container.querySelector('fieldset')?.disabled]).toEqual([false, true]);
  expect(stack().map(({ mode }) => mode)).toEqual(['outbox-edit']);
  await act(async () => answer(true));
  expect(stack()).toEqual([]);
});

test('QUE-04c words the queue does not take any more stay in the editor', async () => {
  edit.mockResolvedValue(false);
  const { stack } = await openEditor();
  await type(messageLabel, '直した');
  await press(outboxEdit.save);
  await act(async () => undefined);
  expect(edit).toHaveBeenCalled();
  expect(stack().map(({ mode }) => mode)).toEqual(['outbox-edit']);
});
