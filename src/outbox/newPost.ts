/** What is new of a post that was pressed: one draft may be open in several tabs, and each may press (SAF-22). Pure. */
import { PHOTO_FIELDS, SENT_NAMES } from '../contract/photoFields.ts';
import type { Job, JobPhoto } from './job.ts';
import { migrateJob } from './migrateJob.ts';

/** What became of a pressed post. */
export interface Enqueued {
  /** The job that holds what was pressed, the last one if several do; null: every photo was posted before, with other content. */
  readonly jobId: string | null;
  /** Names of photos posted before with other content: they stay as they were posted. */
  readonly posted: readonly string[];
}

/**
 * Compares a new job with the records of the queue, photo by photo: a photo belongs to one job for good. The same photo with the same
 * content is the same post pressed twice (T31); with other content it is told of. `fresh` is what has to be stored, under the name of its
 * first photo; null: nothing. Records of newer builds count by their photos' names only (T28).
 */
export function partNew(
  job: Job,
  records: readonly unknown[],
): { readonly fresh: Job | null; readonly result: Enqueued } {
  const holders = holdersOf(records);
  const fresh = job.photos.filter(({ name }) => !holders.has(name));
  const posted: string[] = [];
  let same: Job | null = null;
  for (const photo of job.photos) {
    const record = holders.get(photo.name);
    if (record === undefined) continue;
    const holder = migrateJob(record);
    if (holder !== null && isSamePhoto(job, photo, holder)) same = holder;
    else posted.push(photo.name);
  }
  const [first] = fresh;
  const rest = first === undefined ? null : { ...job, id: first.name, photos: fresh };
  return { fresh: rest, result: { jobId: (rest ?? same)?.id ?? null, posted } };
}

/** Photo name → record that names it. A record whose photos cannot be read holds at least the photo it is named after. */
function holdersOf(records: readonly unknown[]): Map<string, unknown> {
  const holders = new Map<string, unknown>();
  for (const record of records) {
    const { id, photos } = record as { readonly id?: unknown; readonly photos?: unknown };
    if (typeof id === 'string') holders.set(id, record);
    if (!Array.isArray(photos)) continue;
    for (const photo of photos) {
      const name = (photo as { readonly name?: unknown } | null)?.name;
      if (typeof name === 'string') holders.set(name, record);
    }
  }
  return holders;
}

function isSamePhoto(job: Job, photo: JobPhoto, holder: Job): boolean {
  const held = holder.photos.find(({ name }) => name === photo.name);
  return held !== undefined && contentOf(job, photo) === contentOf(holder, held);
}

/**
 * Everything the fan decided about a photo (FLD-01b); how far it has come is none of it. `consent` is not compared: it tells when the switch was
 * pressed, which two tabs with one draft may have done at two times.
 */
function contentOf(job: Job, { fields, edit }: JobPhoto): string {
  return JSON.stringify([
    job.userId,
    job.tenant,
    job.event.id,
    job.teamId,
    SENT_NAMES.map((name) => fields[name] ?? PHOTO_FIELDS[name].none),
    edit ?? null,
  ]);
}
