/** Tables of Web Push. The others: `schema.ts`. */
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantNow } from './columnTypes.ts';

/** A browser that wants pushes of one tenant for one fan. */
export interface PushDeviceTable {
  tenant: string;
  /** Hash of the endpoint: the same in all tenants. */
  endpoint_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The sign-in it was made in, where identity tells: it goes with that sign-in. */
  session_id: string | null;
  /** Where the page is that subscribed; null: subscribed before this was kept. */
  origin: string | null;
  created_at: InstantNow;
}
/** A push that waits. */
export interface PushJobTable {
  tenant: string;
  user_id: string;
  kind: 'notice' | 'event' | 'person';
  /** Id of the notice or event; of 'person' the event's, a space, and since when its photos are told (epoch ms, base 36). */
  about: string;
  /** One device, to be tried again; '': all of the fan's. */
  endpoint_id: ColumnType<string, string | undefined, string>;
  due_at: Instant;
  tries: Generated<number>;
}
/** What was handed to all it concerns, once for all server copies. */
export interface PushToldTable {
  tenant: string;
  /** 'person': photos of the event up to `told_at`. */
  kind: 'notice' | 'event' | 'person';
  about: string;
  told_at: Instant;
}
/** How many photos wait on a fan's device, as it told it last (QUE-05e). */
export interface WaitingDeviceTable {
  tenant: string;
  user_id: string;
  /** Made by the device at random; it goes with the device's storage. */
  device_id: string;
  /** More than 0. */
  photos: number;
  at: Instant;
}
