/**
 * Serves the pictures of highlights (WAL-08). They are drawn when staff publish a page or when its photos change, never for a request. A
 * picture of a photo that was hidden is not stored any more, so it is not found.
 */
import { Hono } from 'hono';
import * as v from 'valibot';
import { Id } from '../../src/contract/entities.ts';
import { HIGHLIGHTS_FORMATS, HIGHLIGHTS_PICTURE_ROUTE, type HighlightsFormat } from '../../src/contract/highlights.ts';
import { HIGHLIGHTS_PICTURE, HIGHLIGHTS_TIMES } from '../../src/contract/highlightsLimits.ts';
import type { HandlerDeps } from '../api/handlers.ts';
import { readHighlightsPicture } from '../api/highlights/pictureRepository.ts';

/** Pictures that are remembered at once. */
const KEPT = 32;
const FILE = /^([\w-]{22})-(wide|tall)\.jpg$/;

interface Kept {
  /** Epoch ms at which the database was asked. */
  readonly at: number;
  readonly bytes: Promise<Uint8Array<ArrayBuffer> | null>;
}

const isFormat = (name: string | undefined): name is HighlightsFormat =>
  name !== undefined && Object.hasOwn(HIGHLIGHTS_FORMATS, name);

export function createHighlightsPictures({ db, isTenant, now }: Pick<HandlerDeps, 'db' | 'isTenant' | 'now'>): Hono {
  const kept = new Map<string, Kept>();
  /** However many ask for a picture: the database is asked once in HIGHLIGHTS_TIMES.shared. */
  function read(key: string, ask: () => Kept['bytes']): Kept['bytes'] {
    const at = now().getTime();
    const known = kept.get(key);
    if (known !== undefined && Math.abs(at - known.at) < HIGHLIGHTS_TIMES.shared) return known.bytes;
    const answer = { at, bytes: ask() };
    kept.delete(key);
    kept.set(key, answer);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    answer.bytes.catch(() => kept.get(key) === answer && kept.delete(key));
    return answer.bytes;
  }
  const app = new Hono();
  app.get(HIGHLIGHTS_PICTURE_ROUTE, async (c, next) => {
    const { tenant, event, file } = c.req.param();
    const [, tag = '', format] = FILE.exec(file) ?? [];
    if (!isTenant(tenant) || !v.is(Id, event) || !isFormat(format)) return next();
    const bytes = await read(JSON.stringify([tenant, event, file]), () =>
      readHighlightsPicture(db, { tenant, eventId: event, format, tag }),
    );
    if (bytes === null) return c.text('Not found', 404, { 'cache-control': 'no-store' });
    return c.body(bytes, 200, {
      'content-type': 'image/jpeg',
      'cache-control': `public, max-age=${HIGHLIGHTS_PICTURE.maxAgeS}`,
    });
  });
  return app;
}
