/** Walls behind nginx with the product's own configuration: what they cost the server, and how soon a hidden photo is gone. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../../.ci/ensure-nginx.mjs';
import { setPhotoHidden } from '../../server/operations/moderation.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { startWallPlayer } from '../../src/wall/wallPlayer.ts';
import { CLUB } from '../support/tenants.ts';
import { type Edge, startEdge } from './edgeSetup.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

const dist = mkdtempSync(join(tmpdir(), 'edge-wall-'));
const EVENT = 'match';
const KEYS = ['north', 'south'].map((name) => name.padEnd(43, '_'));
const [KEY = ''] = KEYS;
let server: RoutesServer;
let edge: Edge;

describe.runIf(findNginx() !== null)('walls behind nginx', () => {
  beforeAll(async () => {
    mkdirSync(join(dist, CLUB));
    writeFileSync(join(dist, CLUB, 'wall.html'), '<!doctype html><head></head><body></body>');
    server = await startRoutesServer({ dist });
    const begun = Date.now();
    edge = await startEdge((request, address) => {
      server.setNow(NOON + Date.now() - begun);
      return server.fetch(request, address);
    });
    await server.join('aki');
    await server.addEvent(EVENT);
    const keys = KEYS.map((key, n) => ({
      key_id: String(n),
      tenant: CLUB,
      event_id: EVENT,
      name: 'x',
      hash: createHash('sha256').update(key).digest('hex'),
      created_at: new Date(NOON),
    }));
    await server.db.insertInto('wall_key').values(keys).execute();
  });
  afterAll(async () => {
    await edge.close();
    await server.close();
    rmSync(dist, { recursive: true, force: true });
  });

  async function postApproved(): Promise<string> {
    const photo = server.storePhoto('aki', EVENT);
    expect((await server.post('aki', EVENT, [photo])).status).toBe(200);
    const { media_url } = photo;
    const decision = { tenant: CLUB, event_id: EVENT, media_url, state: 'approved', at: new Date(NOON) } as const;
    await server.db.insertInto('wall_photo').values(decision).execute();
    return media_url;
  }

  async function ask(key: string, known: string) {
    const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
    const body = JSON.stringify({ event_id: EVENT, key, known });
    const { status, bytes, text } = await edge.get('/f/wall', headers, 'PUT', body);
    expect(status).toBe(200);
    return { bytes: bytes.byteLength, answer: v.parse(endpoints.askWall.answer, JSON.parse(text)) };
  }

  /** Calls and bytes of so many walls in a minute in which nothing changes, from their first request on. */
  async function costOf(walls: number) {
    edge.takeAsked();
    const rounds = 60_000 / WALL_TIMES.ask;
    const sizes = await Promise.all(
      Array.from({ length: walls }, async (_, n) => {
        const key = KEYS[n % KEYS.length] ?? '';
        expect((await edge.get(wallPath(CLUB, EVENT, key))).status).toBe(200);
        let known = '';
        let bytes = 0;
        for (let round = 0; round < rounds; round++) {
          const told = await ask(key, known);
          if (round > 0) bytes = Math.max(bytes, told.bytes);
          known = told.answer.tag;
        }
        return bytes;
      }),
    );
    const asked = edge.takeAsked();
    const calls = asked.filter((path) => path.startsWith('/f/wall')).length;
    return { calls, pages: asked.length - calls, largest: Math.max(...sizes), asked };
  }

  test('WAL-11a fifty walls cost one page, and each 24 short calls a minute', async () => {
    await postApproved();
    const [one, fifty] = [await costOf(1), await costOf(50)];
    expect([one.calls, one.pages]).toEqual([24, 1]);
    expect(fifty.calls).toBe(50 * 24);
    // The page is shared, and renewed at the end of each of the cache's periods.
    expect(fifty.pages).toBeLessThanOrEqual(2);
    expect(fifty.largest).toBeLessThan(100);
    // A browser is told to keep nothing, and a cache that knows the key in an address too.
    const path = wallPath(CLUB, EVENT, KEY);
    expect((await edge.get(path)).headers['cache-control']).toBe('no-cache');
    expect((await server.send('GET', path, {})).headers.get('cache-control')).toBe('private, no-cache');
    // No key stands in an address that the server, or a log of it, is told.
    for (const path of [...one.asked, ...fifty.asked]) expect(KEYS.filter((key) => path.includes(key))).toEqual([]);
  });

  test('WAL-02b behind the shared cache a hidden photo leaves the screen within 10 s', async () => {
    const [stays, hidden] = [await postApproved(), await postApproved()];
    const known = new Set([stays, hidden]);
    const player = startWallPlayer({
      ask: async (tag) => (await ask(KEY, tag)).answer,
      loadPicture: async ({ media_url }) => (known.has(media_url) ? `blob:${media_url}` : null),
      keepPictures: async () => {},
      readWall: async () => null,
      saveWall: async () => {},
      countStrips: () => 1,
      now: () => performance.now(),
    });
    const listed = () => (player.read().wall?.photos ?? []).map(({ media_url }) => media_url);
    try {
      await expect.poll(listed, { timeout: 10_000 }).toContain(hidden);
      await server.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, hidden, new Date()));
      const at = performance.now();
      await expect.poll(listed, { timeout: 10_000, interval: 50 }).not.toContain(hidden);
      expect(player.read().slots.map(({ shown }) => shown.photo.media_url)).not.toContain(hidden);
      expect(performance.now() - at).toBeLessThan(10_000);
    } finally {
      player.stop();
    }
  });
});
