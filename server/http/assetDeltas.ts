/**
 * Scripts and style sheets as what is new in them, for browsers that have those of the build before (KEP-05, ADR 31, RFC 9842): they
 * keep them for it where told so (`Use-As-Dictionary`), and name the one they have with each request for another version of it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DELTA_ENDING, dictionaryOf, versionsOf } from '../../build/deltas.ts';

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;
/** For a browser's own cache: a shared one that knows nothing of dictionaries may give it to whoever asks. */
const OWN_IMMUTABLE = 'private, max-age=31536000, immutable';

interface Delta {
  readonly dictionary: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface AssetDeltas {
  /** The answer to a browser that has what the file is built on; null: it gets the file as others do. */
  answer(request: Request, name: string): Promise<Response | null>;
  /** Has browsers keep the file for its next version. */
  mark(response: Response, name: string): void;
}

/** Reads the build's deltas once; together they are a few dozen kilobytes. */
export function createAssetDeltas(dist: string): AssetDeltas {
  const folder = join(dist, 'assets');
  let reading: Promise<ReadonlyMap<string, Delta>> | null = null;
  const known = () => {
    reading ??= readDeltas(folder);
    return reading;
  };
  return {
    async answer({ headers }, name) {
      const has = headers.get('available-dictionary');
      if (has === null || headers.has('range') || !/\bdcz\b/.test(headers.get('accept-encoding') ?? '')) return null;
      const delta = (await known()).get(name);
      if (delta?.dictionary !== has) return null;
      const type = name.endsWith('.css') ? TYPES.css : TYPES.js;
      return new Response(delta.bytes, {
        headers: { 'content-type': type, 'content-encoding': 'dcz', 'cache-control': OWN_IMMUTABLE },
      });
    },
    mark({ headers }, name) {
      const versions = versionsOf(name);
      if (versions === null) return;
      headers.set('use-as-dictionary', `match="/assets/${versions}"`);
      headers.set('vary', 'accept-encoding, available-dictionary');
    },
  };
}

async function readDeltas(folder: string): Promise<ReadonlyMap<string, Delta>> {
  const names = await readdir(folder).catch(() => []);
  const found = names
    .filter((name) => name.endsWith(DELTA_ENDING))
    .map(async (name): Promise<[string, Delta][]> => {
      const bytes = new Uint8Array(await readFile(join(folder, name)));
      const dictionary = dictionaryOf(bytes);
      return dictionary === null ? [] : [[name.slice(0, -DELTA_ENDING.length), { dictionary, bytes }]];
    });
  return new Map((await Promise.all(found)).flat());
}
