import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/sessionState.ts';
import { clearUserQueries } from './clearUserQueries.ts';

const gets = Object.entries(endpoints)
  .filter(([, { method }]) => method === 'GET')
  .map(([name]) => name as EndpointName);
const fan: SessionState = { status: 'signedIn', user: { id: 'fan' } as never };

/** A query cache with an answer of every call, and a session whose state the test sets. */
function setUp(known: SessionState) {
  let state = known;
  let tell = () => {};
  const queryClient = new QueryClient();
  for (const name of gets) queryClient.setQueryData(['club', name, {}, {}], { of: name });
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
  const stateOf = (name: EndpointName) => queryClient.getQueryState(['club', name, {}, {}]);
  return { become, stateOf };
}

test('DAT-03c a logout leaves no answer of a call that needs a user, whichever calls there are', () => {
  const { become, stateOf } = setUp(fan);
  become({ status: 'anonymous' });
  const left = gets.filter((name) => stateOf(name) !== undefined);
  expect(left).toEqual(gets.filter((name) => endpoints[name].auth !== 'user'));
});

test('T26 what differs by user is read again, reference data stays; nothing where the fan is the same', () => {
  const { become, stateOf } = setUp(fan);
  become({ status: 'expired', user: { id: 'fan' } as never });
  expect(gets.filter((name) => stateOf(name)?.isInvalidated !== false)).toEqual([]);
  become({ status: 'signedIn', user: { id: 'another' } as never });
  for (const name of gets)
    if (endpoints[name].auth !== 'user')
      expect([name, stateOf(name)?.isInvalidated]).toEqual([name, !endpoints[name].isReference]);
});
