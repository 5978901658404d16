// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdCalls } from '../../../tests/support/holdCalls.ts';
import { changing, fakeServices, press, renderWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { ui } from '../../messages/ja.ts';
import { eventFailures, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { mayCloseOverlay } from '../../ui/closeGuard.ts';
import { type EventForm, newEventForm } from './eventForm.ts';
import { MakeEventOverlay } from './MakeEventOverlay.tsx';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const key = `${CLUB}/event/new`;
const dayAhead = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
/** A form that can be sent. */
const whole: EventForm = {
  ...newEventForm,
  name: 'アキの企画',
  start: dayAhead(30),
  end: dayAhead(31),
  picked: { thumbnail: { name: 'a', fileName: 'a.jpg', state: 'ready', error: null }, photo: null },
};
let kept: Map<string, unknown>;
const putEvent = vi.fn();
beforeEach(() => {
  kept = new Map();
  putEvent.mockReset();
});
afterEach(() => void vi.restoreAllMocks());

/** The drafts' store as a map. */
const drafts = {
  saveDraft: async (key: string, form: unknown) => void kept.set(key, structuredClone(form)),
  loadDraft: async (key: string) => (kept.has(key) ? { form: kept.get(key), savedAt: 0 } : null),
  dropDraft: async (key: string) => void kept.delete(key),
  moveDraft: async (from: string, to: string) => {
    if (!kept.has(from) || kept.has(to)) return;
    kept.set(to, kept.get(from));
    kept.delete(from);
  },
  addDraftPhoto: async () => undefined,
  readDraftPhoto: async () => null,
};
const objects = { put: async () => ({ etag: null, size: null }) };
async function open(form: EventForm | null = null) {
  if (form !== null) kept.set(key, { version: 1, userId: 'aki', form });
  const session = changing<SessionState>(fan('aki'));
  const services = fakeServices({ state: session.getState, session, api: { putEvent }, others: { drafts, objects } });
  const page = await renderWith(<MakeEventOverlay onClose={() => {}} />, services);
  await waitFor(() => expect(name()).not.toBeNull());
  return { ...page, session };
}
const name = () => screen.queryByLabelText<HTMLInputElement>(texts.name, { exact: false });
const type = (text: string) => act(async () => void fireEvent.change(name() as Element, { target: { value: text } }));
const shows = (text: string) => waitFor(() => expect(name()?.value).toBe(text));
const button = (label: string) => screen.getByRole<HTMLButtonElement>('button', { name: label, hidden: true });

test('OVL-02c an open event form is not the next fan’s, and comes back to whoever wrote it', async () => {
  const { session } = await open();
  await type('アキの企画');
  await session.change({ status: 'anonymous' });
  await shows('アキの企画');
  await session.change(fan('ben'));
  await shows('');
  await type('ベンの企画');
  await session.change(fan('aki'));
  await shows('アキの企画');
  await session.change(fan('ben'));
  await shows('ベンの企画');
});

test('OVL-02c a draft that is still read when the fan changes is not shown to the next one', async () => {
  const { session } = await open();
  await type('アキの企画');
  await session.change(fan('ben'));
  await shows('');
  const reads = holdCalls(drafts, 'loadDraft');
  await session.change(fan('aki'));
  await waitFor(() => expect(reads.held).toHaveLength(1));
  reads.letGo();
  await session.change(fan('ben'));
  await act(async () => reads.held[0]?.());
  await shows('');
});

test('OVL-02c the last words of a form are kept before that of the next fan is read', async () => {
  const { session } = await open();
  const writes = holdCalls(drafts, 'saveDraft');
  await type('アキの企画');
  const loadDraft = vi.spyOn(drafts, 'loadDraft');
  await session.change(fan('ben'));
  expect([name(), loadDraft.mock.calls]).toEqual([null, []]);
  writes.letGo();
  await act(async () => writes.held.at(-1)?.());
  await shows('');
  await session.change(fan('aki'));
  await shows('アキの企画');
});

test('OVL-02c an event that waited for the login is not sent as another fan’s', async () => {
  const { session, waiting } = await open(whole);
  await session.change({ status: 'anonymous' });
  await press(texts.submit);
  const action = await act(async () => waiting().forget());
  expect(action?.reason).toBe('makeEvent');
  await session.change(fan('ben'));
  await act(async () => action?.run());
  expect(putEvent).not.toHaveBeenCalled();
  await session.change(fan('aki'));
  await shows(whole.name);
});

test('PST-06f an address that is dropped on a picture of an event says so, until a file comes', async () => {
  const { container } = await open(whole);
  const box = container.querySelector('[data-fit]') as Element;
  const drop = (types: string[], files: File[]) =>
    act(async () => void fireEvent.drop(box, { dataTransfer: { types, files } }));
  await drop(['text/uri-list'], []);
  expect(container.textContent).toContain(photoProblems.noFile);
  await drop(['Files'], [new File(['x'], 'b.png', { type: 'image/png' })]);
  expect(container.textContent).not.toContain(photoProblems.noFile);
  expect(container.textContent).toContain(photoProblems.notJpeg);
});

test('OVL-02d while an event is sent its form is neither changed nor left; after a failure both go again', async () => {
  let fail: (cause: Error) => void = () => undefined;
  putEvent.mockReturnValue(new Promise((_, refuse) => (fail = refuse)));
  const { container } = await open(whole);
  const state = () => [name()?.closest('fieldset')?.disabled, button(ui.cancel).disabled];
  expect(state()).toEqual([false, false]);
  await press(texts.submit);
  await waitFor(() => expect(putEvent).toHaveBeenCalled());
  expect([...state(), mayCloseOverlay('post-event')]).toEqual([true, true, false]);
  const box = container.querySelector('[data-fit]') as Element;
  const dropped = new File(['x'], 'b.png', { type: 'image/png' });
  await act(async () => void fireEvent.drop(box, { dataTransfer: { types: ['Files'], files: [dropped] } }));
  await act(async () => fail(new AppError('NETWORK', 'later')));
  expect(container.textContent).toContain(eventFailures.create);
  expect(state()).toEqual([false, false]);
  expect(container.textContent, 'the dropped file').not.toContain(photoProblems.notJpeg);
  await act(async () => expect(mayCloseOverlay('post-event')).toBe(false));
  expect(container.textContent).toContain(texts.leaveTitle);
  putEvent.mockReturnValue(new Promise(() => undefined));
  await press(texts.retry);
  expect(container.textContent, 'the question of leaving').not.toContain(texts.leaveTitle);
  expect(state()).toEqual([true, true]);
});

test('EVT-03a OVL-02c an event that was made leaves no draft behind, so that it is not made twice', async () => {
  vi.spyOn(drafts, 'readDraftPhoto').mockResolvedValue({ buffer: new ArrayBuffer(2), type: 'image/jpeg' } as never);
  putEvent.mockResolvedValue({ event_id: 'e1' });
  await open(whole);
  expect(kept.size).toBe(1);
  await press(texts.submit);
  await waitFor(() => expect(putEvent).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(kept.size).toBe(0));
});
