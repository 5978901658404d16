import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { photoListQuery, photoQuery } from '../../features/photo/queries.ts';
import type { UserQuerySource } from '../../queries/endpointQuery.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { hydrateQueryCache } from './ssrData.ts';

const sourceOf = (id: string | null) => {
  const state = id === null ? { status: 'anonymous' } : { status: 'signedIn', user: { id } };
  return { tenant: { id: 'club' }, api: {}, session: { getState: () => state } } as unknown as UserQuerySource;
};
const source = sourceOf(null);
const page = { media_list: [], cursor: 'next', total: 3 };
const list = { name: 'getPublicList', params: { publicListId: 'all' }, query: {}, answer: page };

test('RTE-02a the list in the page is what the gallery’s query finds, ready for its next page', () => {
  const queryClient = new QueryClient();
  hydrateQueryCache(queryClient, 'club', JSON.stringify([list]), null);
  expect(queryClient.getQueryData(photoListQuery(source).queryKey)).toEqual({ pages: [page], pageParams: [null] });
  expect(queryClient.getQueryData(photoListQuery(source, { team: 't1' }).queryKey)).toBeUndefined();
});

test('RTE-04 an event’s list and plain answers are found too', () => {
  const queryClient = new QueryClient();
  const ofEvent = { ...list, params: { publicListId: 'event' }, query: { e: 'e1' } };
  const events = { name: 'getEvents', params: {}, query: {}, answer: { list: [] } };
  expect(hydrateQueryCache(queryClient, 'club', JSON.stringify([ofEvent, events]), null)).toHaveLength(2);
  expect(queryClient.getQueryData(photoListQuery(source, { e: 'e1' }).queryKey)?.pages).toEqual([page]);
  expect(queryClient.getQueryData(officialEventsQuery(source).queryKey)).toEqual({ list: [] });
});

test('T26 what comes with the page is shown to the fan the device remembers, and to no other', () => {
  const queryClient = new QueryClient();
  const photo = { name: 'getPhoto', params: {}, query: { media_url: btoa('p1') }, answer: { list: [] } };
  hydrateQueryCache(queryClient, 'club', JSON.stringify([list, photo]), 'aki');
  const found = (id: string | null) =>
    [photoListQuery(sourceOf(id)), photoQuery(sourceOf(id), 'p1')].map(({ queryKey }) =>
      queryClient.getQueryData<unknown>(queryKey),
    );
  expect(found('aki')).toEqual([{ pages: [page], pageParams: [null] }, { list: [] }]);
  expect([...found('ben'), ...found(null)]).toEqual([undefined, undefined, undefined, undefined]);
});

test.each([
  ['nothing', null],
  ['no JSON', '<html>'],
  ['another shape', '{"name":"getEvents"}'],
  ['without a call', JSON.stringify([{ ...list, name: undefined }])],
  ['without an answer', JSON.stringify([{ ...list, answer: null }])],
])('T24 first data that is %s is left out', (_, text) => {
  const queryClient = new QueryClient();
  expect(hydrateQueryCache(queryClient, 'club', text, null)).toEqual([]);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
