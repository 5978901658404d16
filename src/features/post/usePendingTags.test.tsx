// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { renderHookWith } from '../../../tests/support/render.tsx';
import type { FormPhoto } from './photoForm.ts';
import { usePendingTags } from './usePendingTags.ts';

test('PST-05a tags that stand unfinished are taken once, each to its own fields; blanks are none', async () => {
  const dispatch = vi.fn();
  const photo = { name: 'p1', own: {} } as FormPhoto;
  const { result } = await renderHookWith(() => usePendingTags(photo, dispatch), undefined);
  const { commonTag, ownTag, take } = result.current;
  commonTag.current = ' ';
  ownTag.current = '#夕焼け';
  take();
  commonTag.current = '#開幕';
  take();
  take();
  expect(dispatch.mock.calls).toEqual([
    [{ type: 'tagsAdded', photo: 'p1', text: '#夕焼け' }],
    [{ type: 'tagsAdded', photo: null, text: '#開幕' }],
  ]);
});
