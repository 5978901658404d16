/** `/{tenant}/tag.txt` where the desk chose other sample hashtags than those of the tenant's file (STF-20c). */
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { HandlerDeps } from '../api/handlers.ts';
import { readSampleTags } from '../operations/sampleTags.ts';

interface SampleTagDeps extends HandlerDeps {
  readonly onError: (error: unknown) => void;
}

/** Answers with the desk's hashtags, one a line. Without any, or while the database cannot be read, the file is served. */
export function createSampleTags({ db, isTenant, onError }: SampleTagDeps): Hono {
  const app = new Hono();
  app.get('/:tenant/tag.txt', etag({ weak: true }), async (c, next) => {
    const tenant = c.req.param('tenant');
    if (!isTenant(tenant)) return next();
    const { tags } = await readSampleTags(db, tenant).catch((error: unknown) => {
      onError(error);
      return { tags: null };
    });
    if (tags === null) return next();
    return c.text(tags.map((tag) => `${tag}\n`).join(''), 200, { 'cache-control': 'no-cache' });
  });
  return app;
}
