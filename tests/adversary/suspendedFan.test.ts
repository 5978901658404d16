/** A suspended fan writes by the name and the picture that stand beside every photo and comment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callIdentity } from '../api/attackSetup.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { CLUB } from '../support/tenants.ts';
import { type Outside, type Outsider, openOutside } from './outsider.ts';

let outside: Outside;
let fan: Outsider;
beforeAll(async () => {
  outside = await openOutside();
  fan = await outside.fan('rowdy');
});
afterAll(() => outside.close());

const change = async (attributes: Record<string, string>) => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const body = { AccessToken: fan.accessToken, UserAttributes };
  const answer = await callIdentity(outside.server.url, 'UpdateUserAttributes', body);
  return { status: answer.status, type: answer.headers.get('x-amzn-errortype') };
};
const shown = async () => (await fan.call('GET', `/user/attributes/${fan.sub}`)).json;
const until = (instant: number | null) =>
  outside.server.deps.db
    .insertInto('suspension')
    .values({
      tenant: CLUB,
      user_id: fan.sub,
      reason: 'r',
      at: new Date(),
      until: instant === null ? null : new Date(instant),
    })
    .onConflict((c) =>
      c.columns(['tenant', 'user_id']).doUpdateSet({ until: instant === null ? null : new Date(instant) }),
    )
    .execute();

test('OPR-03c a suspended fan changes neither name nor avatar, and may again afterwards', async () => {
  const key = `avatar/${CLUB}/${fan.sub}/original/AAAAAAAAAAAAAAAAAAAA.jpg`;
  const picture = await pictureOf(288, 288);
  for (const one of [key, key.replace('/original/', '/thumbnail/')]) expect(await fan.store(one, picture)).toBe('200');
  await until(null);
  const frozen = { status: 400, type: 'UserLambdaValidationException' };
  expect(await change({ nickname: '応援は禁止だ' })).toEqual(frozen);
  expect(await change({ 'custom:extended4': key })).toEqual(frozen);
  expect(await shown()).toMatchObject({ Name: 'rowdy' });
  expect(await shown()).not.toHaveProperty('extended4');
  // The form sends all its fields: what stays is no change.
  expect((await change({ nickname: 'rowdy', name: 'rowdy', 'custom:extended1': 'a' })).status).toBe(200);
  await until(Date.now() - 1);
  expect((await change({ nickname: 'calm', 'custom:extended4': key })).status).toBe(200);
  expect(await shown()).toMatchObject({ Name: 'calm', extended4: key });
});
