/** A visitor without an account wants an advertisement in a club's list of popular words. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin } from '../api/adminSetup.ts';
import { type RoutesServer, startRoutesServer } from '../api/routesServer.ts';
import { CLUB } from '../support/tenants.ts';

const NETWORK_HEADER = 'x-test-network';
let server: RoutesServer;
let url: string;
let close: () => Promise<unknown>;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.addEvent('e1', { event_name: '開幕戦' });
  const photo = server.storePhoto('aki', 'e1', { comment: '勝利の瞬間', htag: '#応援' });
  expect(await server.post('aki', 'e1', [photo])).toMatchObject({ status: 200 });
  const listener = createAdaptorServer({
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { [NETWORK_HEADER]: network, ...headers } = Object.fromEntries(request.headers);
      return server.send(request.method, pathname + search, headers, await request.text(), network);
    },
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/f`;
  close = () => new Promise((resolve) => listener.close(resolve));
});
beforeEach(async () => {
  for (const table of ['search_word', 'identity_limit'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await close();
  await server.close();
});

/** One call from a network; `fan`: signed in as. */
async function say(word: string, tagtype: string, network: string, fan?: string): Promise<void> {
  const response = await fetch(`${url}/search/word/item`, {
    method: 'PUT',
    headers: {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'content-type': 'application/json',
      [NETWORK_HEADER]: network,
      ...(fan === undefined ? {} : { 'x-api-authorization': `Bearer of.${fan}` }),
    },
    body: JSON.stringify({ word, tagtype }),
  });
  // Whatever comes of it, the visitor is told the same.
  expect(response.status).toBe(200);
}
async function popular(): Promise<Record<string, number>> {
  const { list } = await server.ok('getWordRanking');
  return Object.fromEntries(list.map(({ word, count }) => [word, count]));
}

test('SRC-08b 50 calls put no advertisement into the list, whatever kind of word it claims to be', async () => {
  for (const tagtype of ['text', 'caption', 'hashtag', 'person', 'photolocation', 'event', 'season', 'user']) {
    for (let n = 0; n < 50; n += 1) await say('格安チケット販売中', tagtype, `203.0.113.${n}`);
  }
  expect(await popular()).toEqual({});
  const kept = await server.db.selectFrom('search_word').selectAll().execute();
  expect(kept, 'nor are rows left behind').toEqual([]);
});

test('SRC-08a 50 calls for a word of the tenant count once a network and once a fan', async () => {
  for (let n = 0; n < 50; n += 1) await say('応援', 'hashtag', '203.0.113.1');
  expect(await popular()).toEqual({ 応援: 1 });
  for (let n = 0; n < 5; n += 1) await say('応援', 'hashtag', '203.0.113.1', 'aki');
  await say('応援', 'hashtag', '203.0.113.2', 'aki');
  await say('応援', 'hashtag', '203.0.113.2');
  expect(await popular()).toEqual({ 応援: 3 });
});

test('SRC-08c what an operator hides stays away, however it is written and whoever votes', async () => {
  const admin = createAdmin(server);
  await say('勝利', 'text', '203.0.113.1');
  expect(await popular()).toEqual({ 勝利: 1 });
  await admin.done('words', 'hide', '勝利');
  for (let n = 0; n < 20; n += 1) await say('勝 利', 'caption', `203.0.113.${n + 10}`);
  expect(await popular()).toEqual({});
});
