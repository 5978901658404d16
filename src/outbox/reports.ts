/** What a drain tells of posts for the figures of real devices (OPS-02): how old they were when a stage was done, and what can never be sent. */
import type { ErrorCode } from '../contract/errors.ts';
import type { Job } from './job.ts';
import { isPublished } from './stages.ts';
import type { JobEvent } from './transition.ts';

export type PostReport =
  /** 'public': all of it is. 'full': the last original is proven. `ageMs` by the device's clock: may be wrong, also negative. */
  | { readonly kind: 'public' | 'full'; readonly tenant: string; readonly ageMs: number }
  | { readonly kind: 'refused'; readonly tenant: string; readonly code: ErrorCode };

/** What an event changed that is worth telling. `at`: epoch ms. */
export function reportsOf(event: JobEvent, before: Job, after: Job, at: number): PostReport[] {
  const { tenant } = after;
  const ageMs = at - after.createdAt;
  const reports: PostReport[] = [];
  if (isPublished(after) && !isPublished(before)) reports.push({ kind: 'public', tenant, ageMs });
  // A photo that was deleted meanwhile has no full quality to wait for.
  const isProven = event.kind === 'registered' || (event.kind === 'originalsProven' && !event.isAnyGone);
  if (isProven && after.state === 'done' && before.state !== 'done') reports.push({ kind: 'full', tenant, ageMs });
  const isRefusal = event.kind === 'refused' || event.kind === 'photoRefused' || event.kind === 'originalsRefused';
  if (isRefusal && after !== before) reports.push({ kind: 'refused', tenant, code: event.error });
  return reports;
}
