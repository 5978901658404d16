// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { clearUserQueries } from '../../queries/clearUserQueries.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { Session } from '../../session/session.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { photoListQuery } from '../photo/queries.ts';
import { PhotoList } from './PhotoList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

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
  let state: SessionState = ANONYMOUS;
  const listeners = new Set<() => void>();
  const session = {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as Partial<Session> as Session;
  let answer = (_: object) => {};
  const getPublicList = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  const tenant = { id: 'club' };
  const config = { objects: { publicBase: '/s3/photos' } };
  const services = { api: { getPublicList }, session, tenant, config } as unknown as Services;
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  clearUserQueries(queryClient, session, state);
  const page = (ownReacted: boolean) => ({ media_list: [photoAs(ownReacted)], cursor: null, total: 1 });
  queryClient.setQueryData(photoListQuery(services).queryKey, { pages: [page(false)], pageParams: [null] });
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <PhotoList empty={null} />
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  const shown = host.querySelector('[data-photo]');
  expect(shown).not.toBeNull();
  expect(getPublicList).not.toHaveBeenCalled();
  state = { status: 'signedIn', user: { id: 'aki', name: '', usepermit: true } };
  await act(async () => {
    for (const tell of listeners) tell();
  });
  expect(host.querySelector('[data-photo]')).toBe(shown);
  expect(getPublicList).toHaveBeenCalledTimes(1);
  await act(async () => answer(page(true)));
  expect(host.querySelector('[data-photo]')).toBe(shown);
  expect(queryClient.getQueryData(photoListQuery(services).queryKey)?.pages).toEqual([page(true)]);
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  await act(async () => root.unmount());
});
