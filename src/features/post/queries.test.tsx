// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices, renderHookWith, signedInFan } from '../../../tests/support/render.tsx';
import type { SharedList } from '../../contract/endpoints.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { STANDING_LISTS, usePostableEvents } from './queries.ts';

const open = {
  event_type: 'official' as const,
  crawl_period_start: '2000-01-01 00:00:00',
  crawl_period_end: '2999-01-01 00:00:00',
  ambassadorLimited: false,
  officialLimited: false,
  personLimited: false,
  userLimited: [] as string[],
};
const limited = { ...open, event_id: 'limited', ambassadorLimited: true, officialLimited: true, personLimited: true };
const forAll = { ...open, event_id: 'all' };

type Answers = Readonly<Partial<Record<SharedList, unknown>>>;
/** What each list says of a fan who stands for the tenant. */
const ofStaff: Answers = {
  getAmbassadors: { list: [{ ambassador_user_id: 'me', ambassador_name: '私', object_key: null }] },
  getReservedNames: { list: ['私'], owners: [{ name: '私', user_id: 'me' }] },
  getOfficialUser: { list: [{ user_id: 'me' }] },
  getPersons: { list: [{ name: '私' }] },
};

interface Given {
  readonly events: readonly Partial<FanEvent>[];
  /** Lists that fail. */
  readonly failing: ReadonlySet<string>;
  readonly answers?: Answers;
  readonly state?: SessionState;
}
async function ask({ events, failing, answers = ofStaff, state = signedInFan }: Given) {
  cleanup();
  const answer = (name: string) =>
    name === 'getEvents' ? { list: events } : (answers[name as SharedList] ?? { list: [] });
  const api = new Proxy(
    {},
    {
      get: (_, name: string) => async () => {
        if (failing.has(name)) throw new AppError('INTERNAL', 'never', { status: 500 });
        return answer(name);
      },
    },
  );
  const hook = await renderHookWith(() => usePostableEvents(), undefined, fakeServices({ state, others: { api } }));
  await waitFor(() => expect(hook.queryClient.isFetching()).toBe(0));
  return () => {
    const { status, events: shown, failed, retry } = hook.result.current;
    return { status, failed, ids: shown.map(({ event_id }) => event_id), retry };
  };
}

/** Fans who are known by one list alone; a player also by a reserved name. */
const knownBy: Readonly<Record<(typeof STANDING_LISTS)[number], Answers>> = {
  getAmbassadors: { getAmbassadors: ofStaff.getAmbassadors },
  getReservedNames: { getReservedNames: ofStaff.getReservedNames },
  getOfficialUser: { getOfficialUser: ofStaff.getOfficialUser },
  getPersons: { getPersons: ofStaff.getPersons, getReservedNames: ofStaff.getReservedNames },
};

test.each(STANDING_LISTS)(
  'ERR-03 PST-03c without %s nobody says there is nothing to post to; the retry finds it',
  async (name) => {
    const failing = new Set<string>([name]);
    const forPlayers = { ambassadorLimited: false, officialLimited: false };
    const event = name === 'getPersons' ? { ...limited, ...forPlayers } : limited;
    const now = await ask({ events: [event], failing, answers: knownBy[name] });
    expect(now()).toMatchObject({ status: 'failed', failed: [name], ids: [] });
    failing.clear();
    await act(async () => now().retry());
    await waitFor(() => expect(now()).toMatchObject({ status: 'ready', failed: [], ids: ['limited'] }));
  },
);

test('ERR-03 the form opens on what is known to be open, and tells which lists are missing', async () => {
  const now = await ask({ events: [forAll, limited], failing: new Set(STANDING_LISTS) });
  expect(now()).toMatchObject({ status: 'ready', ids: ['all'] });
  expect(now().failed).toEqual([...STANDING_LISTS].sort());
});

test('PST-02b nothing to post to is said where no list could change it', async () => {
  const noLists = { failing: new Set(STANDING_LISTS) };
  const over = { ...limited, crawl_period_end: '2001-01-01 00:00:00' };
  expect((await ask({ ...noLists, events: [over] }))()).toMatchObject({ status: 'ready', ids: [] });
  expect((await ask({ ...noLists, events: [limited], state: ANONYMOUS }))()).toMatchObject({
    status: 'ready',
    ids: [],
  });
});
