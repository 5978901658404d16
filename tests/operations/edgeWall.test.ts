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
import { AppError } from '../../src/contract/errors.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { createWallAsk } from '../../src/wall/askWall.ts';
import { startWallPlayer } from '../../src/wall/wallPlayer.ts';
import { NOON, type RoutesServer, startRoutesServer } from '../api/routesServer.ts';
import { CLUB } from '../support/tenants.ts';
import { type Edge, type EdgeAnswer, startEdge } from './edgeSetup.ts';

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

  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  /** A screen with the key, as `startWall` has it ask. `onAsk` is called after each answer with its bytes. */
  function askWith(key: string, onAsk: (bytes: number) => void = () => {}) {
    const told = ({ status, bytes, text }: EdgeAnswer) => {
      if (status === 404) throw new AppError('NOT_FOUND', 'never');
      if (status !== 200) throw new AppError('UNAVAILABLE', 'later');
      onAsk(bytes.byteLength);
      return JSON.parse(text) as unknown;
    };
    return createWallAsk({
      async open(known) {
        const body = JSON.stringify({ event_id: EVENT, key, known });
        const answer = await edge.get('/f/wall', { ...headers, 'content-type': 'application/json' }, 'PUT', body);
        return v.parse(endpoints.askWall.answer, told(answer));
      },
      async read({ event_id, pass }, known) {
        const path = `/f/wall/${event_id}/${pass}?known=${known}&timestamp=${performance.now()}`;
        // As browsers send it for `cache: 'no-cache'`.
        const answer = await edge.get(path, { ...headers, 'cache-control': 'max-age=0' });
        return v.parse(endpoints.getWall.answer, told(answer));
      },
      now: () => performance.now(),
    });
  }
  /** A screen that plays, and what it would show. */
  function openScreen(ask: ReturnType<typeof askWith>) {
    const player = startWallPlayer({
      ask,
      loadPicture: async ({ media_url }) => `blob:${media_url}`,
      keepPictures: async () => {},
      readWall: async () => null,
      saveWall: async () => {},
      countStrips: () => 1,
      phase: Math.random(),
      now: () => performance.now(),
    });
    const listed = () => (player.read().wall?.photos ?? []).map(({ media_url }) => media_url);
    const shown = () => player.read().slots.map((slot) => slot.shown.photo.media_url);
    return { listed, shown, stop: player.stop };
  }

  /** What so many walls cost the server from their first request until each has asked five times. */
  async function costOf(walls: number) {
    edge.takeAsked();
    const counts = Array.from({ length: walls }, () => 0);
    let largest = 0;
    const begun = performance.now();
    const screens = await Promise.all(
      counts.map(async (_, n) => {
        const key = KEYS[n % KEYS.length] ?? '';
        expect((await edge.get(wallPath(CLUB, EVENT, key))).status).toBe(200);
        return openScreen(
          askWith(key, (bytes) => {
            // The first answer has the whole wall.
            if ((counts[n] ?? 0) > 0) largest = Math.max(largest, bytes);
            counts[n] = (counts[n] ?? 0) + 1;
          }),
        );
      }),
    );
    await expect.poll(() => Math.min(...counts), { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
    const seconds = (performance.now() - begun) / 1000;
    for (const { stop } of screens) stop();
    const asked = edge.takeAsked();
    const reports = asked.filter((path) => path === '/f/wall').length;
    const reads = asked.filter((path) => path.startsWith('/f/wall/')).length;
    return { reports, reads, pages: asked.length - reports - reads, largest, seconds, asked };
  }

  test('WAL-11a fifty walls cost one page, a read a second together, and each a report a minute', async () => {
    await postApproved();
    const [one, fifty] = [await costOf(1), await costOf(50)];
    expect([one.reports, one.reads, one.pages]).toEqual([1, 4, 1]);
    expect(fifty.reports).toBe(50);
    // Where several ask while an answer has just become too old, nginx lets them all ask.
    expect(fifty.reads).toBeLessThanOrEqual(2 * fifty.seconds);
    // The page is shared, and renewed at the end of each of the cache's periods.
    expect(fifty.pages).toBeLessThanOrEqual(3);
    expect(fifty.largest).toBeLessThan(100);
    // A browser is told to keep nothing, and a cache that knows the key in an address too.
    const path = wallPath(CLUB, EVENT, KEY);
    expect((await edge.get(path)).headers['cache-control']).toBe('no-cache');
    expect((await server.send('GET', path, {})).headers.get('cache-control')).toBe('private, no-cache');
    // No key stands in an address that the server, or a log of it, is told.
    for (const path of [...one.asked, ...fifty.asked]) expect(KEYS.filter((key) => path.includes(key))).toEqual([]);
  });

  test('WAL-02b WAL-01c behind the shared cache all that staff do is on the screen within 10 s', async () => {
    const [stays, hidden] = [await postApproved(), await postApproved()];
    const { listed, shown, stop } = openScreen(askWith(KEY));
    /** Seconds until the screen is so. */
    const secondsUntil = async (act: () => Promise<unknown>, isSo: () => boolean) => {
      await act();
      const at = performance.now();
      await expect.poll(isSo, { timeout: 20_000, interval: 50 }).toBe(true);
      return (performance.now() - at) / 1000;
    };
    try {
      await expect.poll(listed, { timeout: 20_000 }).toContain(hidden);
      expect(listed()).toContain(stays);
      // Past the server's own process, which is told of nothing.
      const hide = () => server.db.transaction().execute((trx) => setPhotoHidden(trx, CLUB, hidden, new Date()));
      const gone = await secondsUntil(hide, () => !listed().includes(hidden) && !shown().includes(hidden));
      let added = '';
      const add = async () => {
        added = await postApproved();
      };
      const there = await secondsUntil(add, () => listed().includes(added));
      const revoke = () =>
        server.db
          .updateTable('wall_key')
          .set({ revoked_at: new Date(NOON) })
          .where('key_id', '=', '0')
          .execute();
      const ended = await secondsUntil(revoke, () => listed().length === 0 && shown().length === 0);
      expect(Math.max(gone, there, ended)).toBeLessThan(10);
    } finally {
      stop();
    }
  });
});
