// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changing, fakeServices, renderWith } from '../../../tests/support/render.tsx';
import type { Photo } from '../../contract/entities.ts';
import { clearUserQueries } from '../../queries/clearUserQueries.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { photoListQuery } from '../photo/queries.ts';
import { PhotoList } from './PhotoList.tsx';

const photoAs = (own_reacted: boolean) =>
  ({
    media_url: 'ugc/club/e1/original/a.jpg',
    user_id: 'other',
    user_name: '',
    user_screen_name: '',
    comment: '',
    option: null,
    reactionInfo: { reactions: [], total: 3, media_url: '', own_reacted },
    width: 300,
    height: 200,
    color: '#336699',
  }) as unknown as Photo;

test('T26 a login keeps the photos on the screen and reads the fan’s own marks', async () => {
  const session = changing<SessionState>(ANONYMOUS);
  let answer = (_: object) => {};
  const getPublicList = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  const services = fakeServices({ session, api: { getPublicList } });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  clearUserQueries(queryClient, services.session, ANONYMOUS);
  const page = (ownReacted: boolean) => ({ media_list: [photoAs(ownReacted)], cursor: null, total: 1 });
  queryClient.setQueryData(photoListQuery(services).queryKey, { pages: [page(false)], pageParams: [null] });
  const { container } = await renderWith(<PhotoList empty={null} />, services, queryClient);
  const shown = container.querySelector('[data-photo]');
  expect(shown).not.toBeNull();
  expect(getPublicList).not.toHaveBeenCalled();
  await session.change({ status: 'signedIn', user: { id: 'aki', name: '', usepermit: true } });
  expect(container.querySelector('[data-photo]')).toBe(shown);
  expect(getPublicList).toHaveBeenCalledTimes(1);
  await act(async () => answer(page(true)));
  expect(container.querySelector('[data-photo]')).toBe(shown);
  expect(queryClient.getQueryData(photoListQuery(services).queryKey)?.pages).toEqual([page(true)]);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
});
