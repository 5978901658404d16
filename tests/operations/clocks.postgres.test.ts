/** Copies on machines whose clocks are hours apart, on one database: all go by its time. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { type Copies, openCopies } from '../api/copySetup.ts';
import { openWriter } from '../api/deploySetup.ts';
import { jpegOf } from '../api/objectsSetup.ts';
import { EVENT } from '../api/storeEvent.ts';
import { copyTables } from '../api/storePostgres.ts';
import { CLUB } from '../support/tenants.ts';

const TWO_HOURS = 7_200;
/** Has a process see its machine's clock so many seconds ahead. */
const ahead = (seconds: number) => {
  const source = `const D=Date,S=${seconds * 1000};globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+S)}static now(){return D.now()+S}}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
};

let copies: Copies;
beforeAll(async () => {
  copies = await openCopies(await copyTables(inject('postgresUrl'), 'clocks_apart'), ['aki']);
});
afterAll(() => copies.close());

test('HLF-20a copies four hours apart take the same sign-ins, credentials and uploads, and tell it', async () => {
  const servers = [-TWO_HOURS, TWO_HOURS].map((seconds) => copies.start(ahead(seconds)));
  const urls = await Promise.all(servers.map(({ url }) => url));
  const writer = await openWriter({ deps: { db: copies.db } } as Parameters<typeof openWriter>[0], CLUB);
  const jpeg = jpegOf(1_000);
  const statuses: unknown[] = [];
  for (const url of [...urls, ...urls]) {
    const { path, headers } = copies.readOf('aki', '/user/state');
    statuses.push((await fetch(url + path, { headers })).status);
    const key = originalKey({ dir: 'ugc', tenant: CLUB, owner: EVENT, name: createObjectName() });
    const signed = await writer.sign('PUT', key, jpeg, url, { 'content-type': 'image/jpeg', 'if-none-match': '*' });
    statuses.push((await fetch(url + signed.path, { method: 'PUT', headers: signed.headers, body: jpeg })).status);
  }
  expect(statuses).toEqual(Array(8).fill(200));
  const figures = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const clocks = figures.map((text) => Math.round(Number(/^clock_ahead_seconds (\S+)$/m.exec(text)?.[1])));
  expect(clocks).toEqual([-TWO_HOURS, TWO_HOURS]);
  const dates = await Promise.all(
    urls.map(async (url) => Date.parse((await fetch(`${url}/s3/photos/none`)).headers.get('date') ?? '')),
  );
  for (const date of [dates[0], dates[1]]) expect(Math.abs((date ?? 0) - Date.now())).toBeLessThan(3_000);
});
