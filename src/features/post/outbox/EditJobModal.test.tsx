// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../../tests/nonEmpty.ts';
import { changing, fakeServices, renderWith } from '../../../../tests/support/render.tsx';
import { CLUB } from '../../../../tests/support/tenants.ts';
import { outboxEdit, outboxMove, outbox as texts } from '../../../messages/jaOutbox.ts';
import { NOTHING_KNOWN } from '../../../outbox/client.ts';
import { createJob } from '../../../outbox/outbox.ts';
import type { SessionState } from '../../../session/sessionState.ts';
import { EditJobModal } from './EditJobModal.tsx';
import { MoveJobModal } from './MoveJobModal.tsx';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const fields = { comment: 'アキの言葉', htag: '', player: '', photo_location: null, usepermit: true };
const job = createJob(
  {
    ...{ userId: 'aki', tenant: CLUB, event: { id: 'e', name: 'アキの試合', seasonId: null }, teamId: null },
    photos: [
      {
        ...{ name: 'a', mediaUrl: `ugc/${CLUB}/e/original/a.jpg`, step: 'picked', fileName: 'a.jpg' },
        ...{ fields, prepared: null, error: null },
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
