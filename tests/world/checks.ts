/** What must hold, whatever happened. */

import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import type { Job } from '../../src/outbox/job.ts';
import { isPublic } from '../../src/outbox/stages.ts';
import { expectExactCounts } from '../api/countsCheck.ts';
import type { Day } from './day.ts';
import { type Fan, LIMIT } from './fans.ts';
import type { Pressed } from './ledger.ts';
import type { Phone } from './phone.ts';

interface Row {
  readonly media_url: string;
  readonly user_id: string;
  readonly event_id: string;
  readonly size: number;
  readonly original_state: string;
  readonly comment: string;
}

function demand(isSo: boolean, why: string): asserts isSo {
  if (!isSo) throw new Error(why);
}

const readRows = ({ site }: Day): Promise<readonly Row[]> =>
  site.query<Row>('select media_url, user_id, event_id, size, original_state, comment from photo order by media_url');

/** At any time, but in the middle of somebody's transaction. */
export async function checkNow(day: Day): Promise<void> {
  if (day.site.isBusy) return;
  await checkServer(day, await readRows(day));
}

async function checkServer(day: Day, rows: readonly Row[]): Promise<void> {
  const { kept } = day.site;
  const [over] = await day.site.query<{ n: number }>(
    `select count(*)::int as n from photo where event_id = 'limited' and hidden_at is null group by user_id having count(*) > ${LIMIT}`,
  );
  demand(over === undefined, `${over?.n} photos of one fan in an event for ${LIMIT}`);
  const byName = new Map<string, Row[]>();
  for (const row of rows) byName.set(nameOf(row.media_url), [...(byName.get(nameOf(row.media_url)) ?? []), row]);
  for (const [name, found] of byName) {
    const pressed = day.ledger.photos.get(name);
    demand(pressed !== undefined, `${name} is public, and nobody posted it`);
    demand(found.length === 1, `${name} is public ${found.length} times: ${found.map(({ media_url }) => media_url)}`);
    const [row] = found as [Row];
    demand(row.user_id === pressed.userId, `${name} is public under another fan's name`);
    demand(pressed.events.has(row.event_id), `${name} is public in an event it was not sent to`);
    for (const key of needed(row)) {
      const object = await kept?.stat(key);
      demand(!!object, `${key} is public without bytes`);
      demand(object.owner === pressed.userId, `${key} was stored by another fan`);
      if (key === row.media_url) demand(object.size === row.size, `${key} has not the size it was registered with`);
    }
  }
}

const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1, -'.jpg'.length);
const needed = ({ media_url, original_state }: Row): string[] => [
  thumbnailKey(media_url),
  original_state === 'stored' ? media_url : previewKey(media_url),
];

/** All is well again: everything is public, or is kept and told why. */
export async function checkEnd(day: Day): Promise<void> {
  const rows = await readRows(day);
  await checkServer(day, rows);
  const publicNames = new Map(rows.map((row) => [nameOf(row.media_url), row]));
  const jobs = new Map<Phone, Job[]>();
  for (const phone of day.phones) jobs.set(phone, await phone.readJobs());
  for (const pressed of day.ledger.photos.values())
    await checkPhoto(pressed, publicNames.get(pressed.name), jobs.get(pressed.phone) ?? []);
  await expectExactCounts(day.site.db);
  const [error] = day.site.errors;
  demand(error === undefined, `the server failed: ${error instanceof Error ? error.stack : error}`);
}

async function checkPhoto(pressed: Pressed, row: Row | undefined, jobs: readonly Job[]): Promise<void> {
  const { name } = pressed;
  const job = jobs.find(({ photos }) => photos.some((photo) => photo.name === name));
  const photo = job?.photos.find((one) => one.name === name);
  if (photo && isPublic(photo)) demand(row !== undefined, `${name} counts as public, and is not`);
  if (photo?.step === 'registered') demand(row?.original_state === 'stored', `the original of ${name} was given up`);
  if (row !== undefined) {
    demand(!job || job.state === 'done' || photo?.step !== 'ready', `${name} is public, and waits as ${job?.state}`);
    demand(!photo || photo.fields.comment === row.comment, `${name} has other words than its fan saw`);
    return;
  }
  if (pressed.isCancelled) return;
  demand(!!job && !!photo, `${name} is lost`);
  demand((photo.error ?? job.error) !== null, `${name} is kept and nothing says why: ${job.state}`);
  const keys = await pressed.phone.readKeys('bytes');
  const has = (part: string): boolean => keys.includes(`${name}/${part}`);
  demand(has('source') || (has('original') && has('thumbnail')), `the bytes of ${name} are lost`);
}

/** After a logout the phone keeps nothing of the fan but posts that wait (SAF-15). */
export async function checkShared({ nameOf: emailOf }: Day, phone: Phone, { id, nickname, email }: Fan): Promise<void> {
  const who = emailOf(id);
  for (const job of await phone.readJobs())
    demand(job.userId !== id || job.state !== 'done', `${who} logged out, and a post that is done stays on the phone`);
  const told = JSON.stringify([
    await phone.readAll('session'),
    await phone.readAll('settings'),
    await phone.readAll('shared'),
    phone.device.localStorage.dump(),
  ]);
  for (const word of [id, nickname, email])
    demand(!told.includes(word), `${who} logged out, and "${word}" stays: ${told}`);
  demand(phone.device.wipes.includes(id), `${who} logged out, and the worker was not told`);
}
