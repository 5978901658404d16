import { useState } from 'react';
import type { Job } from '../../../outbox/job.ts';
import { isPublished } from '../../../outbox/stages.ts';
import { type Arrival, arrivalsOf } from './arrivals.ts';

/** The post once everybody sees it, as it was then; full quality follows by itself. null: not yet. */
export function useArrivalOf(job: Job | undefined): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const isDone = job !== undefined && (job.state === 'done' || isPublished(job));
  if (isDone && arrival === null) setArrival(arrivalsOf([job])[0] ?? null);
  return arrival;
}
