// @vitest-environment happy-dom
import { Provider } from 'jotai';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { useCommentDraft } from './commentDraft.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let userId: string | null;
let draft: ReturnType<typeof useCommentDraft>;

function Form({ of }: { readonly of: string }) {
  draft = useCommentDraft(of);
  return null;
}
/** A page as it is after a load; `rerender` after the session changed. */
function openWindow(of: string): { root: Root; rerender(): void } {
  const root = createRoot(document.createElement('div'));
  const rerender = () => {
    const state = userId === null ? { status: 'anonymous' } : { status: 'signedIn', user: { id: userId } };
    const services = { session: { getState: () => state, subscribe: () => () => {} } } as unknown as Services;
    act(() =>
      root.render(
        <Provider>
          <ServicesProvider services={services}>
            <Form of={of} />
          </ServicesProvider>
        </Provider>,
      ),
    );
  };
  rerender();
  return { root, rerender };
}
const load = (of: string): Root => openWindow(of).root;

beforeEach(() => {
  sessionStorage.clear();
  userId = null;
});

test('SOC-03b words that were kept are there after the reload a failure asks for, until they are sent', () => {
  const before = load('photo');
  act(() => draft.write('最高の一枚'));
  act(() => before.unmount());
  const after = load('photo');
  expect(draft.draft.text).toBe('最高の一枚');
  act(() => draft.clear(draft.draft));
  act(() => after.unmount());
  load('photo');
  expect(draft.draft.text).toBe('');
});

test('SAF-15 what a window kept of comments goes with the fan', () => {
  load('photo');
  act(() => draft.write('途中'));
  sessionStorage.clear();
  load('photo');
  expect(draft.draft.text).toBe('');
});

test('SAF-15 in an open window one fan’s words are not shown to the next; a visitor’s survive the login', () => {
  const { rerender } = openWindow('photo');
  act(() => draft.write('ログインの前に'));
  userId = 'aki';
  rerender();
  expect(draft.draft.text).toBe('ログインの前に');
  act(() => draft.write('あきの言葉'));
  sessionStorage.clear();
  userId = null;
  rerender();
  expect(draft.draft.text).toBe('');
  userId = 'ben';
  rerender();
  expect(draft.draft.text).toBe('');
});
