/** The server's public word about its own trouble: `GET /status.json` (FAN-22b). It has codes and minutes, nothing else. */
import { SERVER_STATUS } from '../../src/contract/loadLimits.ts';
import {
  SERVER_TROUBLES,
  type ServerStatus,
  type ServerTrouble,
  type ServerTroubleCode,
} from '../../src/contract/serverStatus.ts';
import { ApiFailure } from '../api/handlers.ts';
import { DatabaseUnavailable, hasNoResources, isDiskFull, sqlState } from '../database/databaseFailure.ts';
import { ServiceFailure } from '../identity/awsFailure.ts';
import { inTime } from '../inTime.ts';
import { BucketFailure } from '../objects/bucketFailure.ts';
import type { Admission } from './admission.ts';

const MINUTE_MS = 60_000;
/** So long a look waits for the disk of the photos, in milliseconds. */
const DISK_WITHIN_MS = 1_500;
/** disk_full. */
const DATABASE_DISK_FULL = '53100';

/** Returns the trouble that an error is a sign of; null: the error is no sign of any. */
export function troubleOf(error: unknown): ServerTroubleCode | null {
  const cause = error instanceof DatabaseUnavailable ? error.cause : undefined;
  if ([error, cause].some((one) => isDiskFull(one) || sqlState(one) === DATABASE_DISK_FULL)) return 'diskFull';
  if (error instanceof DatabaseUnavailable || hasNoResources(error)) return 'database';
  if (error instanceof BucketFailure) return 'storage';
  if (error instanceof ServiceFailure && error.service.startsWith('bucket ')) return 'storage';
  return error instanceof ApiFailure && error.code === 'OVERLOADED' ? 'busy' : null;
}

export interface TroubleWatch {
  /** Notes that this was met now; null: nothing was. */
  readonly saw: (code: ServerTroubleCode | null) => void;
  /** Returns what is still told, in the order of SERVER_TROUBLES. */
  readonly list: () => ServerTrouble[];
}

/** Remembers one run per code. @param now epoch ms */
export function createTroubleWatch(now: () => number): TroubleWatch {
  const runs = new Map<ServerTroubleCode, { readonly since: number; readonly last: number }>();
  const isOver = (last: number) => now() - last > SERVER_STATUS.heldMs;
  return {
    saw(code) {
      if (code === null) return;
      const run = runs.get(code);
      const last = now();
      runs.set(code, { since: run === undefined || isOver(run.last) ? last : run.since, last });
    },
    list: () =>
      SERVER_TROUBLES.flatMap((code) => {
        const run = runs.get(code);
        if (run === undefined || isOver(run.last)) return [];
        if (code === 'busy' && run.last - run.since < SERVER_STATUS.busyAfterMs) return [];
        return [{ code, since: Math.floor(run.since / MINUTE_MS) * MINUTE_MS }];
      }),
  };
}

/** The same admission; `onRefused` is told of each refusal. */
export const watchRefusals = (admission: Admission, onRefused: (error: unknown) => void): Admission => ({
  requireRoom(asking) {
    try {
      admission.requireRoom(asking);
    } catch (error) {
      onRefused(error);
      throw error;
    }
  },
  run: admission.run,
});

export interface StatusDeps {
  readonly watch: TroubleWatch;
  /** Resolves within 2 s (`canServeLists`). */
  readonly canServe: () => Promise<boolean>;
  readonly isDatabaseDamaged: () => boolean;
  /** Bytes that may still be stored on the server's own disk; null: photos are kept elsewhere. */
  readonly room: (() => Promise<number>) | null;
  /** A clock that only goes forward, in milliseconds. */
  readonly clock: () => number;
}

/** Returns the answer to `GET /status.json`. However many ask, the server looks once in `lookEveryMs`. */
export function createServerStatus({ watch, canServe, isDatabaseDamaged, room, clock }: StatusDeps) {
  let looked: { readonly at: number; readonly status: Promise<ServerStatus> } | null = null;
  // A disk that hangs is no full disk: the answer does not wait for it (HLF-19).
  const hasRoom = () =>
    room === null
      ? true
      : inTime(DISK_WITHIN_MS, room(), () => Number.POSITIVE_INFINITY).then(
          (bytes) => bytes > 0,
          () => true,
        );
  async function look(): Promise<ServerStatus> {
    const [isUp, isRoomLeft] = await Promise.all([canServe(), hasRoom()]);
    if (!isUp || isDatabaseDamaged()) watch.saw('database');
    if (!isRoomLeft) watch.saw('diskFull');
    return { troubles: watch.list() };
  }
  return async (): Promise<Response> => {
    if (looked === null || clock() - looked.at >= SERVER_STATUS.lookEveryMs) looked = { at: clock(), status: look() };
    return Response.json(await looked.status, {
      headers: { 'cache-control': `public, max-age=${SERVER_STATUS.cachedS}` },
    });
  };
}
