// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { createPhotoForm, type FormPhoto } from './photoForm.ts';
import { createPhotoFormStore } from './photoFormStore.ts';
import { useSubmitPost } from './useSubmitPost.ts';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const photo: FormPhoto = {
  name: 'a',
  fileName: 'a.jpg',
  size: 1,
  lastModified: 0,
  hash: null,
  state: 'ready',
  prepared: null,
  error: null,
  own: null,
  alt: '',
  edit: null,
};
const event = { event_id: 'e1', event_name: '第1節', season_id: null } as FanEvent;

test('OVL-02c a post that waited for the login is its fan’s only: another fan does not send it', async () => {
  for (const [id, posts] of nonEmpty([['aki', 1] as const, ['ben', 0] as const])) {
    const session = changing<SessionState>({ status: 'anonymous' });
    const enqueue = vi.fn(async () => ({ jobId: 'a', posted: [] }));
    const services = fakeServices({ state: session.getState, session, outbox: { enqueue } });
    const store = createPhotoFormStore({
      initial: { ...createPhotoForm('e1'), photos: [photo] },
      drafts: {
        save: async () => {},
        discard: async () => {},
        putSource: async () => {},
        putPrepared: async () => {},
        read: async () => null,
        dropPhoto: async () => {},
      },
      preparer: { prepare: () => Promise.reject(new Error('nothing is prepared here')) },
    });
    const given = { store, userId: 'aki', event, max: 5, onBeforeSave: () => {}, onQueued: () => {} };
    const { result, waiting } = await renderHookWith(useSubmitPost, given, services);
    await act(async () => result.current.submit());
    const action = await act(async () => waiting().forget());
    expect(action?.reason).toBe('post');
    await session.change(fan(id));
    await act(async () => action?.run());
    expect([id, enqueue.mock.calls.length]).toEqual([id, posts]);
  }
});
