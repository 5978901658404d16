/** A PostgreSQL that is killed while fans look and write: its standby takes over behind the same address. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { addEvent, Load, lineTo, recovery } from './storeLoad.ts';
import { startPostgres, startStandby } from './storePostgres.ts';
import { startStoreServer } from './storeProcess.ts';
import { openTcpProxy } from './tcpProxy.ts';

/** What a test has opened, to be closed after it, the last first. */
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Those of `acknowledged` that are not `there`. */
function missing(acknowledged: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there);
  return acknowledged.filter((name) => !known.has(name));
}

test('SAF-18c a failover: no copy ends, nothing acknowledged is lost, serving again within 10 s', async () => {
  const bin = findPostgres() ?? '';
  const primary = await startPostgres({ bin });
  let isPrimaryUp = true;
  opened.push(async () => isPrimaryUp && primary.stop());
  const proxy = await openTcpProxy(primary.port);
  opened.push(() => proxy.close());
  const place = lineTo(primary.url, proxy);
  const servers = await Promise.all([startStoreServer(place, 'ignore'), startStoreServer(place, 'ignore')]);
  for (const server of servers) opened.push(() => server.kill());
  const before = await openDatabase({ databaseUrl: primary.url });
  await addEvent(before.db);
  await before.close();
  const standby = await startStandby(primary, { bin });
  opened.push(() => standby.stop());

  const load = new Load(servers);
  load.start();
  while (load.reactions.length < 20) await pause(20);
  await primary.kill();
  isPrimaryUp = false;
  proxy.leadTo(null);
  proxy.cut();
  standby.promote();
  proxy.leadTo(standby.port);
  expect(await recovery(servers)).toBeLessThan(10_000);
  const had = load.reactions.length;
  while (load.reactions.length < had + 20) await pause(20);
  await load.end();

  expect(servers.map((server) => server.isRunning())).toEqual([true, true]);
  load.expectOnlyTemporary();
  const after = await openDatabase({ databaseUrl: standby.url });
  opened.push(() => after.close());
  const photos = await after.db.selectFrom('photo').select(['media_url', 'reaction_count', 'comment_count']).execute();
  const comments = await after.db.selectFrom('comment').select(['comment_id', 'media_url']).execute();
  const reactions = await after.db.selectFrom('reaction').select(['media_url', 'user_id']).execute();
  expect(
    missing(
      load.photos,
      photos.map((photo) => photo.media_url),
    ),
  ).toEqual([]);
  expect(
    missing(
      load.comments,
      comments.map((row) => row.comment_id),
    ),
  ).toEqual([]);
  const pair = (row: { media_url: string; user_id: string }) => `${row.media_url} ${row.user_id}`;
  expect(missing(load.reactions.map(pair), reactions.map(pair))).toEqual([]);
  // What was repeated is counted once.
  const countOf = (rows: readonly { media_url: string }[], url: string) =>
    rows.filter(({ media_url }) => media_url === url).length;
  for (const { media_url, reaction_count, comment_count } of nonEmpty(photos)) {
    expect([reaction_count, comment_count]).toEqual([countOf(reactions, media_url), countOf(comments, media_url)]);
  }
}, 180_000);
