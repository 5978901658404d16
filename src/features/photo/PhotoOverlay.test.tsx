// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, newQueryClient, renderWith } from '../../../tests/support/render.tsx';
import { media_url, photo } from '../../../tests/support/socialScreen.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { PhotoOverlay } from './PhotoOverlay.tsx';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })));
afterEach(() => void vi.unstubAllGlobals());

const LIST = [CLUB, 'getPublicList', { publicListId: 'all' }, {}, null];

/** The photo of an address over a list that still shows it. */
async function open(q: string, api: object) {
  const queryClient = newQueryClient();
  queryClient.setQueryData(LIST, { pages: [{ media_list: [photo], cursor: null, total: 1 }], pageParams: [null] });
  const none = { onClose: () => undefined, onEdit: () => undefined, renderAuthor: () => null };
  await renderWith(<PhotoOverlay q={q} {...none} />, fakeServices({ api }), queryClient);
  const listed = () =>
    queryClient.getQueryData<{ pages: { media_list: Photo[] }[] }>(LIST)?.pages.flatMap((page) => page.media_list);
  return { listed };
}

test.each([
  ['a photo that is gone', media_url, { getPhoto: async () => ({ list: [] }) }, 0],
  ['a code of none', 's~aaaaaa', { getShortUrl: () => Promise.reject(new AppError('NOT_FOUND', 'never')) }, 1],
])('PHO-02b the address of %s says so, and the lists forget it', async (_, q, api, left) => {
  const { listed } = await open(q, api);
  await waitFor(() => expect(screen.getAllByText(texts.gone).length).toBeGreaterThan(0));
  expect(listed()).toHaveLength(left);
});

test('PHO-02b T24 without signal nothing is called gone, and the lists keep it', async () => {
  const { listed } = await open(media_url, { getPhoto: () => Promise.reject(new AppError('NETWORK', 'later')) });
  await act(async () => undefined);
  await waitFor(() => expect(screen.getByRole('alert', { hidden: true })).toBeDefined());
  expect(screen.queryByText(texts.gone)).toBe(null);
  expect(listed()).toHaveLength(1);
});
