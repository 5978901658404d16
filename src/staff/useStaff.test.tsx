// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, renderHookWith, signedInFan } from '../../tests/support/render.tsx';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** What all lists of the test answer. */
const nothing = { list: [], popular: [], hidden: [] };

/** A server whose lists of other things than words answer only when they are let. */
function slowServer() {
  const asked: string[] = [];
  let isSlow = false;
  const answer = (body: object) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname, searchParams } = new URL(address);
    asked.push(`${method} ${pathname} ${searchParams.get('kind') ?? ''}`.trim());
    if (method !== 'GET') return answer({ result: 'ok', problems: [], record: null });
    if (isSlow && !(pathname.endsWith('/held') || searchParams.get('kind') === 'teams'))
      return new Promise<Response>(() => undefined);
    return answer(nothing);
  });
  return {
    asked,
    slowDown: () => {
      isSlow = true;
      asked.length = 0;
    },
  };
}
const services = () =>
  fakeServices({
    state: signedInFan,
    session: { getIdToken: async () => 'token' },
    others: { config: { api: 'http://localhost/f', apiKey: 'fan-web' } },
  });

test('STF-21d a write waits for the list it changed, not for slow lists of other things', async () => {
  const server = slowServer();
  const { result } = await renderHookWith(
    () => ({
      held: useStaffQuery('getStaffHeldWords'),
      slow: useStaffQuery('getStaffWords'),
      adding: useStaffWrite('putStaffHeldWord'),
    }),
    {},
    services(),
  );
  await waitFor(() => expect(result.current.slow.data).toBeDefined());
  server.slowDown();
  await act(async () => result.current.adding.mutate({ word: '禁句', is_held: true }));
  await waitFor(() => expect(result.current.adding.isSuccess).toBe(true));
  expect(result.current.slow.isFetching).toBe(true);
  expect(server.asked).toHaveLength(3);
});

test('STF-21d a write of one kind of record does not wait for lists of other kinds', async () => {
  const server = slowServer();
  const { result } = await renderHookWith(
    () => ({
      teams: useStaffQuery('getStaffRecords', { query: { kind: 'teams' } }),
      slow: useStaffQuery('getStaffRecords', { query: { kind: 'seasons' } }),
      saving: useStaffWrite('putStaffRecord'),
    }),
    {},
    services(),
  );
  await waitFor(() => expect(result.current.slow.data).toBeDefined());
  server.slowDown();
  const team = { kind: 'teams', revision: null, values: { team_id: 't', team_name: '港町' } } as const;
  await act(async () => result.current.saving.mutate(team));
  await waitFor(() => expect(result.current.saving.isSuccess).toBe(true));
  expect(result.current.slow.isFetching).toBe(true);
  expect(result.current.teams.isFetching).toBe(false);
});
