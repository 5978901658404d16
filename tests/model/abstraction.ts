/** What the model says and what stands on the phone and at the server, in one form, so that they can be compared. */
import type { Job } from '../../src/outbox/job.ts';
import type { Phone } from '../fakes/fakePhone.ts';
import type { HeldCall } from './heldProcess.ts';
import type { ModelCall, ModelState } from './traces.ts';

/** Its clock begins at this second of the model. */
const FIRST_SECOND = 1_000_000;

/** Lines, sorted: what differs is read at once. */
export type Picture = readonly string[];

const gone = 'job gone';

export function pictureOfModel(state: ModelState): Picture {
  const { job, photos, senders } = state;
  const isGone = job.state === 'gone';
  return [
    ...(isGone ? [gone] : [jobLine({ ...job })]),
    ...(isGone ? [] : Object.entries(photos).map(([photo, { step, at, later }]) => photoLine(photo, step, at, later))),
    ...state.bytes.map(([photo, part]) => `bytes ${photo} ${part}`),
    ...state.objects.map(({ photo, event, part }) => `object ${photo} event ${event} ${part}`),
    ...state.registry.map((entry) => entryLine(entry)),
    ...Object.entries(senders).flatMap(([name, { round, calls }]) =>
      round === 'off' ? [] : [`${name} drains`, ...calls.map((call) => `${name} ${lineOfModel(call)}`)],
    ),
  ].sort();
}

export interface Device {
  readonly isDraining: boolean;
  readonly held: readonly HeldCall[];
}

export function pictureOfPhone(phone: Phone, jobId: string, senders: Readonly<Record<string, Device>>): Picture {
  const { device, server } = phone;
  const job = device.jobs.get(jobId);
  return [
    ...(job ? picturesOfJob(job) : [gone]),
    ...[...device.bytes.keys()].map((key) => `bytes ${key[1]} ${key.split('/')[1]}`),
    ...[...server.objects.keys()].map((key) => `object ${photoOf(key)} event ${eventOf(key)} ${partOf(key)}`),
    ...[...server.registered].map(([url, { userId, comment, isPending }]) =>
      entryLine({
        photo: photoOf(url),
        event: eventOf(url),
        fan: Number(userId.split('-')[1]),
        words: Number(comment),
        pending: isPending,
      }),
    ),
    ...Object.entries(senders).flatMap(([name, { isDraining, held }]) =>
      isDraining ? [`${name} drains`, ...held.map((call) => `${name} ${lineOf(call)}`)] : [],
    ),
  ].sort();
}

const photoOf = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 2)[0]);
const eventOf = (key: string): number => Number(/event-(\d)/.exec(key)?.[1]);
const partOf = (key: string): string => key.split('/').at(-2) ?? '';

function picturesOfJob(job: Job): Picture {
  const seconds = (ms: number): number => (ms === 0 ? 0 : Math.round((ms - START_MS) / 1_000) + FIRST_SECOND);
  const line = jobLine({
    state: job.state,
    event: eventOf(job.event.id),
    words: wordsOf(job),
    registering: job.registering,
    earlier: job.isEarlierOpen === true,
    tried: job.isTried === true,
    attempts: job.attempts,
    notBefore: seconds(job.notBefore),
    missing: job.error === 'OBJECT_MISSING',
    session: Number(job.refusedSession?.split('-')[1] ?? 0),
    laterAttempts: job.originals?.attempts ?? 0,
    laterNotBefore: seconds(job.originals?.notBefore ?? 0),
  });
  const photos = job.photos.map(({ name, step, mediaUrl, original }) =>
    photoLine(name[1] ?? '', step, eventOf(mediaUrl), original === 'later'),
  );
  return [line, ...photos];
}

/** When the world begins (`World`). */
export const START_MS = 1_800_000_000_000;

const wordsOf = ({ photos }: Job): number => {
  const words = new Set(photos.map(({ fields }) => Number(fields.comment)));
  return words.size === 1 ? ([...words][0] ?? Number.NaN) : Number.NaN;
};

const jobLine = (job: ModelState['job']): string =>
  [
    `job ${job.state} event ${job.event} words ${job.words} registering ${job.registering} ${job.earlier} tried ${job.tried}`,
    `attempts ${job.attempts} until ${job.notBefore} missing ${job.missing} refused ${job.session}`,
    `originals ${job.laterAttempts} until ${job.laterNotBefore}`,
  ].join(', ');

const photoLine = (photo: string, step: string, event: number, isLater: boolean): string =>
  `photo ${photo} ${step} event ${event} ${isLater ? 'original follows' : ''}`;

const entryLine = (entry: ModelState['registry'][number]): string =>
  `registered ${entry.photo} event ${entry.event} by ${entry.fan} words ${entry.words} pending ${entry.pending}`;

export function lineOfModel({ what, photos, event, part }: ModelCall): string {
  const named = [...photos].sort().join(' ');
  if (what === 'prepare') return `prepare ${named}`;
  if (what === 'register') return what;
  return `${what} ${named} event ${event} ${part}`.trim();
}

/** Names of the model for the calls of the queue. */
const NAMES: Readonly<Record<string, ModelCall['what']>> = { findRegistered: 'find', putOriginals: 'prove' };

export function lineOf({ name, detail }: HeldCall): string {
  if (name === 'prepare') return `prepare ${detail[1]}`;
  if (name === 'register') return name;
  const keys = detail.split(' ');
  const named = keys.map(photoOf).sort().join(' ');
  const part = name === 'put' ? partOf(detail) : '';
  return `${NAMES[name] ?? name} ${named} event ${eventOf(detail)} ${part}`.trim();
}
