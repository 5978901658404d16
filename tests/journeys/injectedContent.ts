/**
 * A club whose every field holds somebody's attempt to run a script. Written into the store itself, past the checks and the
 * stripping of the calls: what shows it must be safe by itself.
 */
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { saveProfile } from '../../server/api/users/repository.ts';
import type { RunningServer } from '../../server/main.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { findTenant } from '../../tenants/index.ts';

/** All set the page's flag `__ran`. None is longer than a name may be. */
export const PAYLOADS = [
  '<img src=x onerror=__ran=1>',
  '"><svg/onload=__ran=1>',
  "'-(__ran=1)-'",
  'javascript:__ran=1',
  '</script><script>__ran=1</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template engine would run it
  '${__ran=1}{{__ran=1}}<%=__ran=1%>',
  '<iframe srcdoc="<script>__ran=1">',
  '\u202e\u200b\u2066<b onmouseover=__ran=1>\u2069逆',
] as const;
/** All of them at once, and longer than any limit, without a place to break. */
export const ENDLESS = `${PAYLOADS.join(' ')}<a href="javascript:__ran=1">${'あ'.repeat(300)}${'x'.repeat(700)}</a>`;

export interface Injected {
  /** By payload; the last one is of ENDLESS. */
  readonly events: readonly string[];
  readonly photos: readonly string[];
  /** The fan with the first payload as a name. */
  readonly author: string;
}

const inTokyo = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Fills the club. `fans`: accounts that are there; they get payloads for names. */
export async function injectContent(
  { deps: { db } }: RunningServer,
  tenant: string,
  fans: readonly string[],
): Promise<Injected> {
  const fanOf = (i: number) => fans[i % fans.length] ?? '';
  const now = Date.now();
  const period = { crawl_period_start: inTokyo(now - 86_400_000), crawl_period_end: inTokyo(now + 86_400_000) };
  const [author = '', reader = ''] = fans;
  for (const [i, userId] of fans.entries()) {
    const name = PAYLOADS[i % PAYLOADS.length] ?? '';
    await saveProfile(db, { userId, nickname: name, avatar: null });
    const agreed_version = findTenant(tenant)?.rulesVersion ?? '';
    await db.updateTable('membership').set({ agreed_version }).where('user_id', '=', userId).execute();
  }
  const events: string[] = [];
  const photos: string[] = [];
  for (const [i, payload] of [...PAYLOADS, ENDLESS].entries()) {
    const event_id = `injected-${i}`;
    const texts = { public_message: payload, category: payload, sub_category: payload, descriptive_text: payload };
    const nothing = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null };
    const event = { ...texts, ...nothing, ...period, descriptive_title: payload, photo_location: [payload] };
    const kind = { event_type: i % 2 === 0 ? 'memorial' : 'official', user_id: fanOf(i) } as const;
    const event_date = inTokyo(now).slice(0, 10);
    await db
      .insertInto('event')
      .values({ tenant, event_id, event_name: payload, event_date, ...kind, ...event })
      .execute();
    const media_url = originalKey({ dir: 'ugc', tenant, owner: event_id, name: createObjectName() });
    const camera = { Make: payload, Model: payload, LensModel: payload, DateTimeOriginal: payload, ISO: 100 };
    const facts = { width: 400, height: 300, color: '#336699', size: 1000, exif: JSON.stringify(camera) };
    const words = { comment: payload, alt: payload, htag: [payload], player: [payload], photo_location: payload };
    const face = { name: payload, BoundingBox: { Left: 0.1, Top: 0.1, Width: 0.3, Height: 0.3 } };
    const place = { tenant, media_url, user_id: fanOf(i), event_id, season_id: null, team_id: null };
    const rest = { file_name: payload, option: payload.slice(0, 20), usepermit: true, public_list_id: 'event' };
    const row = {
      ...place,
      ...words,
      ...facts,
      ...rest,
      face_info: JSON.stringify([face]),
      created_at: new Date(now - i),
    };
    await db.transaction().execute((trx) => insertPhotos(trx, [row]));
    await db
      .insertInto('person')
      .values({ tenant, name: payload, team_id: null, number: payload, position: i })
      .execute();
    const comment = { tenant, media_url, user_id: fanOf(i + 1), comment: payload, deleted_at: null };
    await db
      .insertInto('comment')
      .values({ ...comment, comment_id: `c-${i}`, parent_id: null })
      .execute();
    await db
      .insertInto('comment')
      .values({ ...comment, comment_id: `r-${i}`, parent_id: `c-${i}` })
      .execute();
    const url = i === 0 ? 'javascript:__ran=1' : `/${tenant}/?x=${encodeURIComponent(payload)}`;
    const notice = { tenant, notice_id: `n-${i}`, title: payload, body: payload, url, media_url: null };
    await db
      .insertInto('notice')
      .values({ ...notice, recipient_id: null, user_id: null })
      .execute();
    const action = { tenant, notice_id: `d-${i}`, kind: 'comment', title: '', body: '', url: null, media_url } as const;
    await db
      .insertInto('notice')
      .values({ ...action, recipient_id: reader, user_id: author })
      .execute();
    events.push(event_id);
    photos.push(media_url);
  }
  const mails = PAYLOADS.map((text) => ({
    recipient: `"${text}"@example.jp`,
    subject: text,
    code: text,
    kind: 'signUp',
    sent_at: new Date(now),
  }));
  await db.insertInto('identity_mail').values(mails).execute();
  return { events, photos, author };
}
