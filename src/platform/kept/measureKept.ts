/** What keeping a match takes, and whether there is room for it: told before anything is fetched (KEP-01a). */
import { request } from '../../api/request.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type Keepable, keptIdOf } from '../../contract/kept.ts';
import { KEPT } from '../../contract/limits.ts';
import { makeRoom } from '../../rules/keptPhotos.ts';
import { type DeviceSpace, hasAvif, readSpace } from './deviceSpace.ts';
import { isMetered } from './fetching.ts';
import type { KeptMatch, KeptView } from './keptView.ts';

/** What keeping something would take, told before (KEP-01a). */
export interface Measured extends DeviceSpace {
  readonly photos: number;
  /** Of those that are not here yet. */
  readonly bytes: number;
  /** False: some were never measured, or this browser takes another format. */
  readonly isExact: boolean;
  /** What would have to go for it, the least recently opened first; null: it is more than the budget. */
  readonly gone: readonly KeptMatch[] | null;
  readonly hasSpace: boolean;
  readonly isMetered: boolean;
}

/** @throws AppError without signal */
export async function measureKept(
  { api, apiKey }: Pick<ClientConfig, 'api' | 'apiKey'>,
  view: KeptView,
  keepable: Keepable,
): Promise<Measured> {
  const { tenant, kind, ref } = keepable;
  const query = kind === 'event' ? { e: ref } : { cp: ref };
  const call = { base: api, apiKey, tenant, token: null, cache: 'no-store', query } as const;
  const { count, measured, bytes } = (await request(endpoints.getPhotoBytes, call)).value;
  const each = measured > 0 ? bytes / measured : KEPT.meanBytes;
  const id = keptIdOf(keepable);
  const known = view.getSnapshot().matches.find((match) => match.id === id)?.bytes ?? 0;
  const wanted = Math.max(0, Math.round(each * count) - known);
  const space = await readSpace();
  return {
    ...space,
    photos: count,
    bytes: wanted,
    isExact: measured === count && (await hasAvif()),
    gone: goneFor(view, { id, wanted }),
    hasSpace: space.freeBytes === null || space.freeBytes >= wanted + KEPT.spareBytes,
    isMetered: isMetered(),
  };
}

interface Room {
  readonly id: string;
  readonly wanted: number;
  /** The fan's own, if not given. */
  readonly budget?: number;
}

/** What has to go so that so much fits; null: it does not fit even alone. */
export function goneFor(view: KeptView, { id, wanted, budget }: Room): readonly KeptMatch[] | null {
  const { matches, budget: own } = view.getSnapshot();
  const ids = makeRoom(view.held(), budget ?? own, wanted, id);
  return ids && matches.filter((match) => ids.includes(match.id));
}
