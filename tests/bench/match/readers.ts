/** Everybody else: looks at lists page by page, at photos, searches, rankings, each at a human pace. */
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { CLUB } from '../../support/tenants.ts';
import { type Caller, createCaller } from '../load/measure.ts';

const WORDS = ['勝利', '瞬間', '笑顔', 'ゴール', 'スタジアム', '勝利の瞬間', '最高'];
/** Between two looks, in milliseconds. */
const LOOK_MS = { least: 2_000, most: 8_000 };
const CONNECTIONS = 64;

export interface Readers {
  /** Milliseconds of every read so far, by kind. */
  readonly times: ReadonlyMap<string, number[]>;
  /** Reads that were not answered with 200. */
  readonly failures: string[];
  stop(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const lookTime = (): number => LOOK_MS.least + Math.random() * (LOOK_MS.most - LOOK_MS.least);

export function openReaders(port: number, count: number): Readers {
  const caller = createCaller(port, CONNECTIONS);
  const times = new Map<string, number[]>();
  const failures: string[] = [];
  let isOver = false;
  const read = async (kind: string, path: string): Promise<unknown> => {
    const start = performance.now();
    const body = await timed(caller, path);
    const known = times.get(kind) ?? [];
    times.set(kind, known);
    known.push(performance.now() - start);
    return body;
  };
  const live = async (): Promise<void> => {
    // Not all at the same instant.
    await pause(Math.random() * LOOK_MS.most);
    while (!isOver)
      await visit(read, () => isOver).catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : String(error));
      });
  };
  const lives = Array.from({ length: count }, live);
  return {
    times,
    failures,
    async stop() {
      isOver = true;
      await Promise.all(lives);
      caller.close();
    },
  };
}

async function timed(caller: Caller, path: string): Promise<unknown> {
  return JSON.parse((await caller.call({ path, tenant: CLUB })).toString());
}

/** One visit: three pages of the gallery, a photo with its comments, a search, the rankings. */
async function visit(read: (kind: string, path: string) => Promise<unknown>, isOver: () => boolean): Promise<void> {
  const stamp = () => `timestamp=${Date.now()}`;
  let cursor: string | null = null;
  for (let page = 0; page < 3 && !isOver(); page += 1) {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`;
    const kind = page === 0 ? 'newest photos' : 'next page';
    const found = (await read(kind, `/f/media/public/list/items/all?l=30${at}&${stamp()}`)) as PhotoPage;
    await pause(lookTime());
    const photo = found.media_list[Math.floor(Math.random() * found.media_list.length)];
    if (photo && !isOver()) {
      const media_url = Buffer.from(photo.media_url).toString('base64url');
      await read('one photo', `/f/media/public/list/item?media_url=${media_url}&${stamp()}`);
      await pause(lookTime());
    }
    cursor = found.cursor;
    if (cursor === null) break;
  }
  if (isOver()) return;
  const word = WORDS[Math.floor(Math.random() * WORDS.length)] ?? '';
  await read(
    'search',
    `/f/media/public/list/items/all?${new URLSearchParams({ l: '30', search_text: word })}&${stamp()}`,
  );
  await pause(lookTime());
  if (isOver()) return;
  await read('ranking of persons', `/f/person/count?${stamp()}`);
  await read('ranking of words', `/f/search/word/ranking/items?${stamp()}`);
  await read('events', `/f/event/items?${stamp()}`);
  await pause(lookTime());
}
