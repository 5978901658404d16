import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { referenceFailures } from '../messages/jaReferenceData.ts';
import { failedParts, failureTexts } from './useReferenceFailures.ts';

const fail = (client: QueryClient, tenant: string, name: string) =>
  client
    .fetchQuery({ queryKey: [tenant, name, {}, {}], retry: false, queryFn: () => Promise.reject(new Error('no')) })
    .catch(() => undefined);

test('ERR-03 each part that could not be loaded sets its flag and has its own message', async () => {
  const client = new QueryClient();
  await fail(client, 'a', 'getSeasons');
  await fail(client, 'a', 'getTeams');
  await fail(client, 'a', 'getPublicList');
  await fail(client, 'b', 'getEvents');
  expect(failedParts(client, 'a')).toEqual(['getSeasons', 'getTeams']);
  expect(failureTexts(['getSeasons', 'getTeams'])).toEqual([referenceFailures.getSeasons, referenceFailures.getTeams]);
  await client.fetchQuery({ queryKey: ['a', 'getTeams', {}, {}], queryFn: () => ({ list: [] }) });
  expect(failedParts(client, 'a')).toEqual(['getSeasons']);
});

test('ERR-03 when next to nothing could be loaded one sentence says so', () => {
  expect(failureTexts(['getEvents', 'getPersons', 'getSeasons', 'getTeams'])).toEqual([referenceFailures.overall]);
});

test('ERR-03 a part whose refreshing failed is still there: no flag', async () => {
  const client = new QueryClient();
  client.setQueryData(['a', 'getTeams', {}, {}], { list: [] });
  await fail(client, 'a', 'getTeams');
  expect(client.getQueryState(['a', 'getTeams', {}, {}])?.status).toBe('error');
  expect(failedParts(client, 'a')).toEqual([]);
});
