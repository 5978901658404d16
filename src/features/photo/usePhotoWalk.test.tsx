// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, newQueryClient, renderWith } from '../../../tests/support/render.tsx';
import { photo } from '../../../tests/support/socialScreen.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { usePhotoWalk } from './usePhotoWalk.ts';

const KEY = [CLUB, 'getPublicList', { publicListId: 'all' }, {}, null];
const photos = Array.from({ length: 12 }, (_, i) => ({ ...photo, media_url: `photo-${i}` }));

/** Opens the photo at a place of a list that goes on. */
async function walkAt(place: number, getPublicList: () => Promise<unknown>) {
  history.replaceState({ photoList: KEY }, '');
  const queryClient = newQueryClient();
  queryClient.setQueryData(KEY, { pages: [{ media_list: photos, cursor: 'next', total: 90 }], pageParams: [null] });
  const seen: ReturnType<typeof usePhotoWalk>[] = [];
  function Walk() {
    seen.push(usePhotoWalk(`photo-${place}`));
    return null;
  }
  await renderWith(<Walk />, fakeServices({ api: { getPublicList } }), queryClient);
  await act(async () => new Promise((done) => setTimeout(done, 20)));
  return seen.at(-1);
}

test('PHO-02e the list loads on four photos before its end, not sooner', async () => {
  const more = { media_list: [{ ...photo, media_url: 'photo-12' }], cursor: null, total: 13 };
  const load = vi.fn(async () => more);
  expect(await walkAt(7, load)).toMatchObject({ place: { at: 8, of: 90, isOpenEnded: false } });
  expect(load).not.toHaveBeenCalled();
  expect(await walkAt(8, load)).toMatchObject({ place: { at: 9, of: 13 } });
  expect(load).toHaveBeenCalledTimes(1);
});

test('PHO-02e a page that could not be loaded is not asked for again and again', async () => {
  const load = vi.fn(() => Promise.reject(new Error('no signal')));
  const walk = await walkAt(11, load);
  expect(load).toHaveBeenCalledTimes(1);
  expect([walk?.previous?.media_url, walk?.next]).toEqual(['photo-10', null]);
});
