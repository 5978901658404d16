/**
 * Fills an empty store with the demo: tenants with events, photos and the fans who talk about them.
 * Runs once; a marker in the tables says so.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import { postersOf } from '../../demo/content/events.ts';
import { allDemoUsers, demoLogins, demoStaff } from '../../demo/content/people.ts';
import { hasDemo, type TenantContent, tenantContent } from '../../demo/content.ts';
import type { DemoPicture } from '../../demo/drawnPictures.ts';
import { thumbnailKey, variantKey } from '../../src/contract/config.ts';
import { cardKey } from '../../src/rules/objectKeys.ts';
import { FOLDING, searchKey } from '../../src/rules/searchMatch.ts';
import { tenants } from '../../tenants/index.ts';
import { countBookmarks } from '../api/bookmarks/repository.ts';
import { reactionNoticeId } from '../api/notices/activityNotices.ts';
import { insertPhotos } from '../api/photos/photoWrites.ts';
import { inTurn } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import type { PoolIds } from '../identity/embeddedPool.ts';
import { addUser } from '../identity/userDirectory.ts';
import type { ObjectReader } from '../objects/embeddedObjectStore.ts';
import type { DemoPasswords } from './demoAccounts.ts';
import { loadDemoPictures } from './demoPictures.ts';
import { seedDesk } from './seedDesk.ts';

export interface SeedParts {
  readonly db: Kysely<Database>;
  readonly objects: Pick<ObjectReader, 'put'>;
  readonly pool: PoolIds;
  /** Where `ensureDemoPictures` put them. Without pictures there are no photos, but everything else. */
  readonly picturesDir: string;
  /** Folder with the tenants' sample hashtags: `{tenant}/static/tag.txt`. */
  readonly tenantsDir: string;
  readonly now: Date;
  /** Of the demo's logins. One without is not made. */
  readonly passwords: DemoPasswords;
}

const members = [...allDemoUsers, ...Object.values(demoStaff)];
/** Puts at once: enough to keep the disk busy, few enough to leave the server responsive. */
const AT_ONCE = 12;

/**
 * Seeds the demo if it is not there yet. Objects are stored before the rows that name them, and the marker (the official
 * user of the last tenant) is written with the last rows: an interrupted seed is finished by the next start. Copies that
 * start together write each tenant once (SAF-25).
 * @returns false when the demo was there already
 */
export async function seedDemo(parts: SeedParts): Promise<boolean> {
  const { db } = parts;
  const seeded = new Set((await db.selectFrom('official_user').select('tenant').execute()).map((row) => row.tenant));
  const missing = tenants.filter(({ id }) => hasDemo(id) && !seeded.has(id));
  if (missing.length === 0) return false;
  const pictures = await loadDemoPictures(parts.picturesDir);
  const bytes = createByteCache(parts.picturesDir);
  const avatars = avatarsOf(pictures);
  await inTurn(db, 'demo accounts', (trx) => seedAccounts({ ...parts, db: trx }, avatars));
  await storeObjects(parts, bytes, [...avatars.values()]);
  for (const { id, rulesVersion } of missing) {
    const tags = await tagsOf(parts.tenantsDir, id);
    const content = tenantContent({ tenant: id, pictures, tags, now: parts.now });
    await storeObjects(parts, bytes, objectsOf(content, pictures));
    await inTurn(db, `demo ${id}`, async (trx) => {
      // Another copy that started with this one may have been first.
      if (!(await isSeeded(trx, id))) await insertContent(trx, content, { rulesVersion, now: parts.now });
    });
  }
  return true;
}

async function isSeeded(trx: Transaction<Database>, tenant: string): Promise<boolean> {
  const marker = await trx.selectFrom('official_user').select('tenant').where('tenant', '=', tenant).executeTakeFirst();
  return marker !== undefined;
}

interface StoredPicture {
  readonly key: string;
  readonly owner: string;
  readonly picture: DemoPicture;
  /** None of a portrait. */
  readonly variants: readonly number[];
}

function objectsOf(content: TenantContent, pictures: readonly DemoPicture[]): StoredPicture[] {
  const posters = [...postersOf(content.tenant, pictures)].map(([key, picture]) => ({
    key,
    owner: demoLogins.official.sub,
    picture,
    variants: picture.variants,
  }));
  return [
    ...posters,
    ...content.photos.map(({ row, picture }) => ({
      key: row.media_url,
      owner: row.user_id,
      picture,
      variants: picture.variants,
    })),
  ];
}

/** A portrait for every demo user: sub → object. */
function avatarsOf(pictures: readonly DemoPicture[]): ReadonlyMap<string, StoredPicture> {
  const portraits = pictures.filter((picture) => picture.scene === 'avatar');
  const home = tenants[0]?.id ?? '';
  return new Map(
    allDemoUsers.flatMap(({ sub }, i) => {
      const picture = portraits[i % Math.max(1, portraits.length)];
      const name = sub.replaceAll('-', '').slice(0, 20);
      return picture
        ? [[sub, { key: `avatar/${home}/${sub}/original/${name}.jpg`, owner: sub, picture, variants: [] }] as const]
        : [];
    }),
  );
}

type ByteCache = (file: string) => Promise<Buffer>;
function createByteCache(dir: string): ByteCache {
  const read = new Map<string, Promise<Buffer>>();
  return (file) => {
    const bytes = read.get(file) ?? readFile(join(dir, file));
    read.set(file, bytes);
    return bytes;
  };
}

/** Original and thumbnail of each, some at a time. */
async function storeObjects({ objects }: SeedParts, bytes: ByteCache, stored: readonly StoredPicture[]): Promise<void> {
  const queue = stored.flatMap(({ key, owner, picture, variants }) => [
    { key, owner, file: `${picture.key}.jpg` },
    { key: thumbnailKey(key), owner, file: `${picture.key}.thumbnail.jpg` },
    ...variants.map((side) => ({ key: variantKey(key, side), owner, file: `${picture.key}.${side}.avif` })),
    ...(variants.length > 0 && picture.has_card ? [{ key: cardKey(key), owner, file: `${picture.key}.card.jpg` }] : []),
  ]);
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      await objects.put(next.key, await bytes(next.file), next.owner);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function tagsOf(dir: string, tenant: string): Promise<string[]> {
  const text = await readFile(join(dir, tenant, 'static', 'tag.txt'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('#') && line !== '#マスコット');
}

/** Logins with the identity provider, profiles of everybody. */
async function seedAccounts(
  { db, pool, passwords }: SeedParts,
  avatars: ReadonlyMap<string, StoredPicture>,
): Promise<void> {
  for (const { sub, email, name, nickname } of [...Object.values(demoLogins), ...Object.values(demoStaff)]) {
    const avatar = avatars.get(sub)?.key;
    const password = passwords.get(sub);
    if (password === undefined) continue;
    await addUser(db, pool, {
      sub,
      email,
      password,
      name,
      nickname,
      ...(avatar ? { avatar } : {}),
    });
  }
  await db
    .insertInto('profile')
    .values(
      members.map(({ sub, nickname }) => ({
        user_id: sub,
        nickname,
        avatar: avatars.get(sub)?.key ?? null,
        search: searchKey(nickname),
        fold: FOLDING,
        left_at: null,
        first_steps: false,
      })),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The notices as `activityNotices.ts` would have written them: one a liked photo, by the latest fan who likes it. */
async function seedNotices(trx: Transaction<Database>, { tenant, notices }: TenantContent): Promise<void> {
  const rows: (typeof notices)[number][] = [];
  for (const notice of notices) {
    const latest =
      notice.kind === 'reaction' && notice.media_url
        ? await trx
            .selectFrom('reaction as r')
            .innerJoin('photo as p', 'p.media_url', 'r.media_url')
            .select(['p.id', 'r.user_id'])
            .where('r.media_url', '=', notice.media_url)
            .orderBy('r.created_at', 'desc')
            .orderBy('r.user_id')
            .limit(1)
            .executeTakeFirst()
        : undefined;
    rows.push(latest ? { ...notice, notice_id: reactionNoticeId(latest.id), user_id: latest.user_id } : notice);
  }
  // A demo that was cut off may have left them under the numbers of photos that are gone.
  const liked = rows.flatMap(({ kind, media_url }) => (kind === 'reaction' && media_url ? [media_url] : []));
  if (liked.length > 0)
    await trx
      .deleteFrom('notice')
      .where('tenant', '=', tenant)
      .where('kind', '=', 'reaction')
      .where('media_url', 'in', liked)
      .execute();
  if (rows.length > 0)
    await trx
      .insertInto('notice')
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function insertContent(
  trx: Transaction<Database>,
  content: TenantContent,
  { rulesVersion, now }: { readonly rulesVersion: string; readonly now: Date },
): Promise<void> {
  const { tenant } = content;
  const insert = async <T extends keyof Database>(table: T, rows: readonly object[]) => {
    if (rows.length > 0)
      await trx
        .insertInto(table)
        .values(rows as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  };
  await insert(
    'membership',
    members.map(({ sub }) => ({ tenant, user_id: sub, agreed_version: rulesVersion })),
  );
  await insert(
    'usepermit',
    members.map(({ sub }) => ({ tenant, user_id: sub, usepermit: true })),
  );
  await insert('team', content.teams);
  await insert('person', content.persons);
  await insert('season', content.seasons);
  await insert('event', content.events);
  await insert('ambassador', content.ambassadors);
  await insert('reserved_name', content.reservedNames);
  await insert('credit_setting', [content.credit]);
  await insert('search_word', content.words);
  await insertPhotos(
    trx,
    content.photos.map(({ row }) => row),
  );
  await insert('reaction', content.reactions);
  await insert('comment', content.comments);
  await insert('follow', content.follows);
  await insert('favorite', content.favorites);
  await countBookmarks(trx, tenant);
  await insert('figure', content.figures);
  await insert('highlights_page', content.highlights);
  // The demo's figures are recorded from the first of them on.
  await sql`update figure_start set since = least(since, (select min(day) from figure where tenant = ${tenant}))`.execute(
    trx,
  );
  await seedNotices(trx, content);
  await seedDesk(trx, content, now);
  await insert('official_user', [{ tenant, user_id: demoLogins.official.sub }]);
}
