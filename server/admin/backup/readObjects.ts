/** The objects of a backup, read back, and which rows name others than these. */
import { type Kysely, sql } from 'kysely';
import { thumbnailKey } from '../../../src/contract/config.ts';
import { previewKey, variantKey } from '../../../src/contract/pictureKeys.ts';
import { cardKey } from '../../../src/rules/objectKeys.ts';
import type { Database } from '../../database/schema.ts';
import { Damaged, mapThrough } from './backupFiles.ts';
import type { BackupKey } from './backupKey.ts';
import type { Manifest } from './manifest.ts';
import { readIndex } from './objectIndex.ts';
import { type StoreContext, startObjectThreads } from './objectThreads.ts';
import type { Removal } from './removals.ts';

/** Objects read at once: memory is bounded by so many of the largest. */
const AT_ONCE = 8;
/** Keys and photos of one statement. */
const BATCH = 1000;

export interface OpenBackup {
  /** Of all backups. */
  readonly dir: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly key: BackupKey | null;
  readonly removals: readonly Removal[];
  /** Keys of what was removed for good. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Reads every object, some at once, and stores it in `store`, if there is one. Returns how many there are. Throws Damaged, what the store
 * fails with, and what `signal` is aborted with.
 */
export async function readObjects(
  { dir, folder, manifest, key, removed }: OpenBackup,
  store: StoreContext | null,
  signal?: AbortSignal,
): Promise<number> {
  const threads = startObjectThreads({ dir, identity: key?.identity ?? null, store });
  let count = 0;
  try {
    const read = mapThrough(readIndex(folder, manifest, key), AT_ONCE, async (line) => {
      signal?.throwIfAborted();
      if (!removed.has(line.key)) await threads.work(line);
    });
    for await (const _ of read) count += 1;
  } finally {
    await threads.end();
  }
  if (count !== manifest.objects) throw new Damaged(`${folder} has ${count} objects, not ${manifest.objects}.`);
  return count;
}

/** Notes the objects of a backup in the temporary table `backed_up` of this connection. */
export async function noteBackedUp(
  one: Kysely<Database>,
  { folder, manifest, key, removed }: OpenBackup,
): Promise<void> {
  const noted = await noteKeys(one);
  for await (const line of readIndex(folder, manifest, key)) if (!removed.has(line.key)) await noted.add(line.key);
  await noted.end();
}

/** Fills the temporary table `backed_up` of this connection. */
export async function noteKeys(one: Kysely<Database>) {
  await sql`create temp table backed_up(key text primary key)`.execute(one);
  let keys: string[] = [];
  const end = async () => {
    await sql`insert into backed_up(key) select unnest(${keys}::text[]) on conflict do nothing`.execute(one);
    keys = [];
  };
  return {
    async add(key: string) {
      keys.push(key);
      if (keys.length >= BATCH) await end();
    },
    end,
  };
}

export interface Incomplete {
  /** Photos of which nothing is there. */
  readonly gone: readonly string[];
  /** All keys of theirs that rows name. */
  readonly keysOfGone: readonly string[];
  /** Keys rows name that are not there, of other photos and pictures. */
  readonly missing: readonly string[];
  /** Of all that is not there, what the server has derived: the photo (`media_url`) by the key. */
  readonly photoOfDerived: ReadonlyMap<string, string>;
}

/** What rows name and `backed_up` does not have. `expected`: keys of originals that may be missing. */
export async function findIncomplete(one: Kysely<Database>, expected: ReadonlySet<string>): Promise<Incomplete> {
  const gone: string[] = [];
  const keysOfGone: string[] = [];
  const photoOfDerived = new Map<string, string>();
  const missing = (await readMissingPictures(one)).filter((key) => !expected.has(key));
  for (let after = 0; ; ) {
    const photos = await one
      .selectFrom('photo')
      .select(['id', 'media_url', 'has_preview', 'has_card', 'original_state', 'variants'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (photos.length === 0) return { gone, keysOfGone, missing, photoOfDerived };
    const named = photos.map((photo) => ({ ...photo, ...keysOf(photo) }));
    const absent = await readAbsent(
      one,
      named.flatMap(({ ofFan, derived }) => [...ofFan, ...derived]),
    );
    for (const { media_url, ofFan, derived } of named) {
      if (expected.has(media_url)) continue;
      for (const key of derived) if (absent.has(key)) photoOfDerived.set(key, media_url);
      if (ofFan.every((key) => absent.has(key))) {
        gone.push(media_url);
        keysOfGone.push(...ofFan, ...derived);
      } else missing.push(...[...ofFan, ...derived].filter((key) => absent.has(key)));
    }
    after = photos.at(-1)?.id ?? after;
  }
}

interface Named {
  readonly media_url: string;
  readonly has_preview: boolean;
  readonly has_card: boolean;
  readonly original_state: string;
  readonly variants: readonly number[];
}

const keysOf = ({ media_url, has_preview, has_card, original_state, variants }: Named) => ({
  ofFan: [
    thumbnailKey(media_url),
    ...(has_preview ? [previewKey(media_url)] : []),
    ...(original_state === 'stored' ? [media_url] : []),
  ],
  derived: [...variants.map((side) => variantKey(media_url, side)), ...(has_card ? [cardKey(media_url)] : [])],
});

async function readAbsent(one: Kysely<Database>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select n.key from unnest(${[...keys]}::text[]) as n(key)
    where not exists (select from backed_up b where b.key = n.key)`.execute(one);
  return new Set(rows.map(({ key }) => key));
}

/** Pictures of events, teams, ambassadors and fans. */
async function readMissingPictures(one: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct n.key from (
      select thumbnail from event union all select descriptive_photo from event
      union all select object_key from team union all select object_key from ambassador
      union all select avatar from profile) as n(key)
    where n.key ~ '^(ugc|avatar)/.+/original/' and not exists (select from backed_up b where b.key = n.key)
    order by 1`.execute(one);
  return rows.map(({ key }) => key);
}
