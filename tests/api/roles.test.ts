/** What each role of §6 may do: visitors, fans of no tenant, members, ambassadors, the official user. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodyOf, EndpointName } from '../../src/contract/endpoints.ts';
import { LEAGUE } from '../support/tenants.ts';
import { draftOf } from './contract/draft.ts';
import type { World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  for (const user of ['off', 'amb']) await world.join(user);
});
afterAll(() => world.close());

type Attempt = { [N in EndpointName]: readonly [N, BodyOf<N>] }[EndpointName];
/** 200, or the code. */
async function outcome(as: string | undefined, [name, body]: Attempt) {
  const reply = await world.call(name, { ...(as === undefined ? {} : { as }), body } as never);
  return 'code' in reply ? reply.code : 200;
}
const react = (media_url: string): Attempt => ['putReaction', { media_url, reaction: '1', targetuser: 'aki' }];

test('ROL-01 ROL-02 who may write: members only, whatever their standing elsewhere', async () => {
  const media_url = await world.newPhoto('aki');
  const expected = { off: 200, amb: 200, ben: 200, aki: 200, elsewhere: 'NOT_A_MEMBER', unknown: 'NOT_A_MEMBER' };
  for (const [as, result] of Object.entries(expected)) {
    expect([as, await outcome(as, react(media_url))]).toEqual([as, result]);
  }
  expect(await outcome(undefined, react(media_url))).toBe('UNAUTHENTICATED');
  const read = await world.ok('getPhoto', { query: { media_url: btoa(media_url) } });
  expect(read.list[0]?.reactionInfo.total).toBe(4);
});

test('ROL-03 what a fan made only that fan changes: no standing lends a hand', async () => {
  const media_url = await world.newPhoto('aki');
  const { comment_id } = await world.newComment('aki');
  const event_id = await world.newEvent();
  const edit = { caption: 'x', photo_location: null, player: '', htag: '', usepermit: true, team_id: null };
  const attempts: readonly (readonly [Attempt, string])[] = [
    [['putCaption', { ...edit, public_list_id: 'event', media_url, event_id: 'e', season_id: null }], 'NOT_ALLOWED'],
    [['deletePhoto', { public_list_id: 'event', media_url }], 'NOT_ALLOWED'],
    [['deleteComment', { comment_id, timestamp: 't' }], 'NOT_ALLOWED'],
    [['putEvent', draftOf({ event_id })], 'EVENT_NOT_OWNER'],
    [['deleteEvent', { event_id }], 'EVENT_NOT_OWNER'],
    [['deleteEvent', { event_id: 'e' }], 'EVENT_NOT_OWNER'],
  ];
  for (const [attempt, refusal] of attempts) {
    for (const as of ['ben', 'amb', 'off']) {
      expect([as, attempt[0], await outcome(as, attempt)]).toEqual([as, attempt[0], refusal]);
    }
  }
  for (const [attempt] of attempts.slice(0, 5))
    expect([attempt[0], await outcome('aki', attempt)]).toEqual([attempt[0], 200]);
});

test('ROL-04a ROL-04b the lists name official user, ambassadors, premium users; nobody adds oneself', async () => {
  const premium_user_ids = ['ben'];
  const { event_id } = await world.ok('putEvent', { as: 'aki', body: draftOf({ premium_user_ids }) });
  expect(await world.ok('getEvent', { params: { eventId: event_id } })).toMatchObject({
    event_type: 'memorial',
    premium_user_ids,
    ambassadorLimited: false,
    officialLimited: false,
    userLimited: [],
  });
  // What a draft does not have, it does not set.
  const bold = { ...draftOf({ event_id }), event_type: 'official', ambassadorLimited: true, user_id: 'ben', count: 99 };
  await world.ok('putEvent', { as: 'aki', body: bold });
  expect(await world.ok('getEvent', { params: { eventId: event_id } })).toMatchObject({
    event_type: 'memorial',
    ambassadorLimited: false,
    user_id: 'aki',
    count: 0,
  });
  expect((await world.ok('getOfficialUser')).list).toEqual([{ user_id: 'off' }]);
  expect((await world.ok('getAmbassadors')).list.map((one) => one.ambassador_user_id)).toEqual(['amb']);
});

test('ROL-05 the permission for the use of photos is the fan’s own, per tenant and per photo', async () => {
  await world.ok('putUsepermit', { as: 'ben', body: { usepermit: true } });
  await world.ok('putUsepermit', { as: 'ben', tenant: LEAGUE, body: { usepermit: false } });
  expect(await world.ok('getUsepermit', { as: 'ben' })).toEqual({ usepermit: true });
  expect(await world.ok('getUsepermit', { as: 'ben', tenant: LEAGUE })).toEqual({ usepermit: false });
  const photo = world.storePhoto('ben', 'e', { usepermit: false });
  await world.post('ben', 'e', [photo]);
  const read = await world.ok('getPhoto', { query: { media_url: btoa(photo.media_url) } });
  expect(read.list).toMatchObject([{ usepermit: false }]);
});
