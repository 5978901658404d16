/** What is left of somebody who left the service (ACC-10). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { saveProfile } from '../../server/api/users/repository.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON, startRoutesServer } from './routesServer.ts';

let server: Awaited<ReturnType<typeof startRoutesServer>>;
beforeAll(async () => {
  server = await startRoutesServer();
});
afterAll(() => server.close());

test('ACC-10a the avatar’s object goes along, and the profile has neither name nor picture', async () => {
  const avatar = `avatar/${CLUB}/leaver/original/ABCDEFGHIJ0123456789.jpg`;
  await saveProfile(server.db, { userId: 'leaver', nickname: 'はじめ', avatar });
  const keys = await deleteAccount(server.db, 'leaver', new Date(NOON));
  expect(keys).toEqual([avatar, thumbnailKey(avatar)]);
  const answer = await server.ok('getUserAttributes', { params: { userId: 'leaver' } });
  expect(answer).toEqual({ sub: 'leaver', Username: 'leaver' });
});
