/** The wall at the desk (WAL): its keys, its photos, its remote control. All acts of one event go one after the other. */
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { StaffBody } from '../../../src/contract/staffEndpoints.ts';
import { WALL_BOUNDS } from '../../../src/contract/wallLimits.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { requireEvent, requirePhoto } from '../access/membership.ts';
import { ApiFailure, done } from '../handlers.ts';
import { plainText } from '../storedText.ts';
import {
  addWallKey,
  isPlayable,
  lockWallState,
  readDecision,
  readPlayed,
  readWaitingPhotos,
  readWallKeys,
  readWallState,
  revokeWallKey,
  type StoredState,
  saveDecision,
  saveWallState,
} from '../wall/repository.ts';
import { forgetWall, hashOfKey } from '../wall/sharedWalls.ts';
import { logOwn } from './logOwn.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

type Trx = Transaction<Database>;
type Press = StaffBody<'putStaffWallButton'>['press'];

const wire = (at: Date): string => formatWireDateTime(at.getTime());

const ACTS = { approved: 'wall approve', rejected: 'wall reject', waiting: 'wall undecide' } as const;

/**
 * Runs an act on an event's wall in a transaction, after the acts of others. Then the walls ask the database again. Throws NOT_FOUND
 * unless the tenant has the event.
 */
async function onWall<T>(
  { db, tenant }: StaffContext,
  eventId: string,
  act: (trx: Trx, state: StoredState) => Promise<T>,
): Promise<T> {
  const place = { tenant, eventId };
  const result = await inTransaction(db, async (trx) => {
    await requireEvent(trx, tenant, eventId);
    return act(trx, await lockWallState(trx, place));
  });
  forgetWall(db, place);
  return result;
}

/** The state after a button of the remote control, as far as it changes. */
function pressed(press: Press, { skips }: StoredState): Partial<StoredState> {
  switch (press.button) {
    case 'pause':
      return { is_paused: press.is_on };
    case 'blackout':
      return { is_blackout: press.is_on };
    case 'pin':
      return { pinned: press.media_url };
    default:
      // A wall that asks once in an hour sees that it grew, whatever the number is.
      return { skips: (skips + 1) % 1_000_000 };
  }
}

export const wallStaffHandlers = {
  async getStaffWall({ db, tenant, now }, { query: { event_id } }) {
    const place = { tenant, eventId: event_id };
    await inTransaction(db, (trx) => requireEvent(trx, tenant, event_id));
    const { version, ...state } = await readWallState(db, place);
    const { list: queue, count: waiting } = state.needs_approval
      ? await readWaitingPhotos(db, place)
      : { list: [], count: 0 };
    const keys = (await readWallKeys(db, place)).map(({ key_id, name, created_at, seen_at }) => ({
      key_id,
      name,
      created_at: wire(created_at),
      seen_at: seen_at === null ? null : wire(seen_at),
    }));
    return { state, version, keys, waiting, queue, played: await readPlayed(db, place, state), now: wire(now()) };
  },
  async putStaffWallChoices(context, { body: { event_id, version, choices } }) {
    const after = { ...choices, message: plainText(choices.message).trim() };
    await onWall(context, event_id, async (trx, state) => {
      const { needs_approval, layout, motion, message } = state;
      const before = { needs_approval, layout, motion, message };
      if (JSON.stringify(before) === JSON.stringify(orderedChoices(after))) return;
      if (state.version !== version) throw new ApiFailure('ALREADY_DECIDED');
      await saveWallState(trx, { tenant: context.tenant, eventId: event_id }, { ...after, version: version + 1 });
      await logOwn(context, trx, { act: 'wall set', what: event_id, outcome: 'The wall is set.', before, after });
    });
    return done;
  },
  async putStaffWallButton(context, { body: { event_id, press } }) {
    const place = { tenant: context.tenant, eventId: event_id };
    await onWall(context, event_id, async (trx, state) => {
      if (press.button === 'pin' && press.media_url !== null) {
        const wanted = { ...state, pinned: press.media_url };
        if (!(await isPlayable(trx, place, wanted))) throw new ApiFailure('NOT_FOUND');
      }
      await saveWallState(trx, place, pressed(press, state));
      await logOwn(context, trx, { act: 'wall button', what: event_id, outcome: press.button, after: press });
    });
    return done;
  },
  async putStaffWallPhoto(context, { body: { event_id, media_url, decision, seen } }) {
    const place = { tenant: context.tenant, eventId: event_id };
    await onWall(context, event_id, async (trx) => {
      await requirePhoto(trx, context.tenant, media_url);
      const before = await readDecision(trx, place, media_url);
      if (before === null) throw new ApiFailure('NOT_FOUND');
      if (before === decision) return;
      if (before !== seen) throw new ApiFailure('ALREADY_DECIDED');
      await saveDecision(trx, place, media_url, decision, context.now());
      const states = { before: { wall: before }, after: { wall: decision } };
      await logOwn(context, trx, { act: ACTS[decision], what: media_url, outcome: event_id, ...states });
    });
    return done;
  },
  async putStaffWallKey(context, { body: { event_id, name: given } }) {
    const { tenant } = context;
    const name = plainText(given).trim();
    if (isBlank(name)) throw new ApiFailure('INVALID_REQUEST');
    const key = randomBytes(32).toString('base64url');
    const key_id = randomBytes(8).toString('hex');
    await onWall(context, event_id, async (trx) => {
      const keys = await readWallKeys(trx, { tenant, eventId: event_id });
      if (keys.length >= WALL_BOUNDS.keysPerEvent) throw new ApiFailure('NOT_ALLOWED');
      const row = { key_id, tenant, event_id, name, hash: hashOfKey(key), created_at: context.now() };
      await addWallKey(trx, row);
      const after = { key_id, name };
      await logOwn(context, trx, { act: 'wall add-key', what: event_id, outcome: 'The key is made.', after });
    });
    return { key_id, key };
  },
  async deleteStaffWallKey(context, { body: { key_id } }) {
    const { db, tenant } = context;
    const revoked = await inTransaction(db, async (trx) => {
      const key = await revokeWallKey(trx, tenant, key_id, context.now());
      if (key === undefined) return null;
      const before = { key_id, name: key.name };
      await logOwn(context, trx, {
        act: 'wall revoke-key',
        what: key.event_id,
        outcome: 'The key is revoked.',
        before,
      });
      return key.event_id;
    });
    if (revoked !== null) forgetWall(db, { tenant, eventId: revoked });
    return done;
  },
} satisfies Partial<StaffHandlers>;

/** The choices in the order in which the state has them. */
const orderedChoices = ({ needs_approval, layout, motion, message }: StaffBody<'putStaffWallChoices'>['choices']) => ({
  needs_approval,
  layout,
  motion,
  message,
});
