import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { tabStorage } from '../platform/storage/webStorage.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/sessionState.ts';
import { clearUserQueries } from './clearUserQueries.ts';

const gets = Object.entries(endpoints)
  .filter(([, { method }]) => method === 'GET')
  .map(([name]) => name as EndpointName);
const isOfUser = (name: EndpointName) => endpoints[name].auth !== 'anonymous';
/** Shown to visitors too, with nobody's marks. */
const OF_PHOTOS = ['getPublicList', 'getPhoto', 'getComments', 'getCommentReactions', 'getReactions'];
const stateOfFan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: '', usepermit: true } });
const keyOf = (name: EndpointName, id: string | null, query: object = {}) => [
  'club',
  name,
  {},
  query,
  ...(isOfUser(name) ? [id] : []),
];
const ofPhoto = { media_url: 'p1' };

/** A query cache with an answer of every call to the fan `aki`, and a session whose state the test sets. `known`: whom the page took it for. */
function setUp(known: SessionState = stateOfFan('aki'), first: SessionState = known) {
  let state = first;
  let tell = () => {};
  const queryClient = new QueryClient();
  for (const name of gets) queryClient.setQueryData(keyOf(name, 'aki'), { of: name });
  queryClient.setQueryData(keyOf('getReactions', 'aki', ofPhoto), { of: 'getReactions' });
  const session = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => {};
    },
  } as Partial<Session> as Session;
  clearUserQueries(queryClient, session, known);
  const become = (next: SessionState) => {
    state = next;
    tell();
  };
  return { queryClient, become };
}
const keysIn = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => JSON.stringify(queryKey));

test.each([
  ['a logout', { status: 'anonymous' }, null],
  ['another fan’s login', stateOfFan('ben'), 'ben'],
] as const)('DAT-03c T26 %s leaves what everybody sees, and no key of the fan before', (_, next, id) => {
  const { queryClient, become } = setUp();
  become(next);
  const kept = gets.filter((name) => !isOfUser(name)).map((name) => keyOf(name, null));
  const passedOn = OF_PHOTOS.map((name) => keyOf(name as EndpointName, id, name === 'getReactions' ? ofPhoto : {}));
  expect(keysIn(queryClient).sort()).toEqual([...kept, ...passedOn].map((key) => JSON.stringify(key)).sort());
});

test('T26 what differs by user is read again, reference data stays; nothing where the fan is the same', () => {
  const { queryClient, become } = setUp();
  become({ ...stateOfFan('aki'), status: 'expired' } as SessionState);
  const isInvalidated = (name: EndpointName, id: string, query?: object) =>
    queryClient.getQueryState(keyOf(name, id, query))?.isInvalidated;
  expect(gets.filter((name) => isInvalidated(name, 'aki') !== false)).toEqual([]);
  become(stateOfFan('ben'));
  for (const name of gets)
    if (!isOfUser(name)) expect([name, isInvalidated(name, 'ben')]).toEqual([name, !endpoints[name].isReference]);
  for (const name of OF_PHOTOS as EndpointName[])
    expect(isInvalidated(name, 'ben', name === 'getReactions' ? ofPhoto : {}), name).toBe(true);
});

test('T26 a list on the screen stays through a login, and is read again in the fan’s name only', async () => {
  const { queryClient, become } = setUp();
  const read = vi.fn((id: string) => Promise.resolve({ of: id }));
  const optionsOf = (id: string) => ({
    queryKey: keyOf('getPublicList', id),
    queryFn: () => read(id),
    staleTime: 60_000,
  });
  const observer = new QueryObserver(queryClient, optionsOf('aki'));
  const stop = observer.subscribe(() => undefined);
  become(stateOfFan('ben'));
  observer.setOptions(optionsOf('ben'));
  expect(observer.getCurrentResult().data).toEqual({ of: 'getPublicList' });
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ of: 'ben' }));
  expect(read.mock.calls).toEqual([['ben']]);
  stop();
});

test('SAF-15 a fan who leaves leaves nothing in the tab; a visitor who signs in keeps what was typed', () => {
  const clear = vi.spyOn(tabStorage, 'clear');
  const visitor = setUp({ status: 'anonymous' });
  visitor.become(stateOfFan('aki'));
  expect(clear).not.toHaveBeenCalled();
  visitor.become({ ...stateOfFan('aki'), status: 'expired' } as SessionState);
  expect(clear).not.toHaveBeenCalled();
  visitor.become({ status: 'anonymous' });
  expect(clear).toHaveBeenCalledTimes(1);
});

test('SAF-15 T26 a page that took its fan for another one, or for one still signed in, forgets at once', () => {
  for (const first of [stateOfFan('ben'), { status: 'anonymous' }] as const) {
    const { queryClient } = setUp(stateOfFan('aki'), first);
    expect(keysIn(queryClient).filter((key) => key.endsWith('"aki"]'))).toEqual([]);
  }
});
