// @vitest-environment happy-dom
import { Provider } from 'jotai';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { useCommentDraft } from './commentDraft.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let draft: ReturnType<typeof useCommentDraft>;

function Form({ of }: { readonly of: string }) {
  draft = useCommentDraft(of);
  return null;
}
/** A page as it is after a load. */
function load(of: string): Root {
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <Provider>
        <Form of={of} />
      </Provider>,
    ),
  );
  return root;
}

beforeEach(() => sessionStorage.clear());

test('SOC-03b words that were kept are there after the reload a failure asks for, until they are sent', () => {
  const before = load('photo');
  act(() => draft.write('最高の一枚'));
  act(() => before.unmount());
  const after = load('photo');
  expect(draft.draft.text).toBe('最高の一枚');
  act(() => draft.clear());
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
