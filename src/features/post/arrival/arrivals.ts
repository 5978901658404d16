/** Which posts have arrived, and what is worth a word about them (FAN-01). Pure. */
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { hasPostWork, isPublic } from '../../../outbox/stages.ts';

/** What arrived in one event: one post, or several that became public while nobody looked. */
export interface Arrival {
  readonly jobIds: readonly string[];
  readonly tenant: string;
  readonly event: Job['event'];
  /** Public ones only, in the order they were picked. */
  readonly photos: readonly JobPhoto[];
}

/** Posts of this fan nothing is left to do for until they are public; refused photos beside public ones stay in the outbox. */
export const arrivedJobs = (jobs: readonly Job[], userId: string | null): Job[] =>
  jobs.filter((job) => job.userId === userId && !hasPostWork(job) && job.photos.some(isPublic));

/** One arrival an event, in the order of the jobs. */
export function arrivalsOf(jobs: readonly Job[]): Arrival[] {
  const byEvent = new Map<string, Arrival>();
  for (const { id, tenant, event, photos } of jobs) {
    const key = `${tenant} ${event.id}`;
    const known = byEvent.get(key);
    byEvent.set(key, {
      jobIds: [...(known?.jobIds ?? []), id],
      tenant,
      event,
      photos: [...(known?.photos ?? []), ...photos.filter(isPublic)],
    });
  }
  return [...byEvent.values()];
}

/** Numbers of own photos that are said once, when a post reaches them. */
const ROUND_NUMBERS = [100, 10] as const;

/** What these photos are besides many: 'first' of the fan, the number they reached, or 'firstOfEvent'. null: nothing of it. */
export function milestoneOf(arrived: number, ownTotal: number, eventTotal: number) {
  const before = ownTotal - arrived;
  if (before <= 0) return 'first';
  const reached = ROUND_NUMBERS.find((number) => before < number && ownTotal >= number);
  if (reached !== undefined) return reached;
  return eventTotal <= arrived ? 'firstOfEvent' : null;
}

/** Players the arrived photos were for, each once. */
export const pointPlayersOf = ({ photos }: Arrival): string[] => [
  ...new Set(photos.flatMap(({ fields }) => fields.player.split(',')).filter((name) => name !== '')),
];
