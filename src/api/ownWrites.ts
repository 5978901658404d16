import { changedAnswers, type ReadEndpoint, type WriteEndpoint } from '../contract/changedAnswers.ts';
import type { EndpointName } from '../contract/endpoints.ts';

/**
 * When this page last changed what a call answers. With a slow line the worker answers with what it kept, which may be from before: an
 * edit form that began with that would undo the edit before, and a bookmark of a minute ago would show as none.
 */
export interface OwnWrites {
  /** @param date when the server took it, epoch ms of its clock; NaN: it did not say */
  note(write: WriteEndpoint, date: number): void;
  /** Was what this call answers changed by this page after the server gave an answer, or in the same second? */
  areLater(read: EndpointName, date: number): boolean;
}

export function createOwnWrites(): OwnWrites {
  const latest = new Map<EndpointName | 'all', number>();
  const changedAt = (what: EndpointName | 'all') => latest.get(what) ?? Number.NEGATIVE_INFINITY;
  return {
    note(write, date) {
      if (!Number.isFinite(date)) return;
      const changed: readonly (ReadEndpoint | 'all')[] | 'all' = changedAnswers[write];
      for (const read of changed === 'all' ? (['all'] as const) : changed)
        latest.set(read, Math.max(date, changedAt(read)));
    },
    areLater: (read, date) => Math.max(changedAt(read), changedAt('all')) >= date,
  };
}
