/**
 * What stands in IndexedDB of matches a fan keeps (KEP-01). A database of its own: a fault in it, or an upgrade that another tab
 * blocks, must not touch the queue's.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Photo } from '../../contract/entities.ts';
import type { Keepable } from '../../contract/kept.ts';
import { openInTime } from '../storage/openInTime.ts';

/** 'line': no signal, or the server failed; it goes on by itself. 'metered': a mobile line the fan did not allow. The others stop it. */
export type KeptFailure = 'line' | 'metered' | 'space' | 'budget' | 'storage';

export interface KeptRecord extends Keepable {
  readonly id: string;
  /** It is being fetched, or goes on when it can; false: whole, or paused by the fan. */
  readonly isWanted: boolean;
  readonly onMetered: boolean;
  readonly failure: KeptFailure | null;
  /** When all photos it had then were here, its list was last read, and it was last opened; epoch ms. */
  readonly wholeAt: number | null;
  readonly checkedAt: number;
  readonly openedAt: number;
  /** The browser fetches it by itself, with a notification of the system (KEP-03). A build before has none. */
  readonly isBySystem?: boolean;
}

/** Other answers its page shows, under `answerKeyOf`. */
export type KeptAnswers = Readonly<Record<string, unknown>>;

/** What of a list is one fan's own; gone with the fan (SAF-15). */
export interface KeptOwn {
  readonly userId: string;
  /** Photos the fan likes. */
  readonly liked: readonly string[];
  /** Photos of people the fan has muted. */
  readonly unseen: readonly string[];
}

export interface KeptPicture {
  readonly address: string;
  readonly bytes: number;
}

interface KeptSchema extends DBSchema {
  collections: { key: string; value: KeptRecord };
  /** Photos, the newest first. */
  lists: { key: string; value: readonly Photo[] };
  answers: { key: string; value: KeptAnswers };
  /** By the photo's key: one photo may be of an event and of a player. */
  pictures: { key: string; value: KeptPicture };
  own: { key: string; value: KeptOwn };
  settings: { key: string; value: number };
}
export type KeptDatabase = IDBPDatabase<KeptSchema>;

const NAME = 'kept-matches';
const STORES = ['collections', 'lists', 'answers', 'pictures', 'own', 'settings'] as const;

let opening: Promise<KeptDatabase> | null = null;

export function openKept(): Promise<KeptDatabase> {
  const forget = () => {
    opening = null;
  };
  const begun = () =>
    openDB<KeptSchema>(NAME, 1, {
      upgrade(db) {
        db.createObjectStore('collections', { keyPath: 'id' });
        for (const store of STORES) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store);
      },
      blocking: (_current, _next, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
  opening ??= openInTime(begun()).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

/** A call by its name, path parameters and query, whatever their order. */
export function answerKeyOf(name: string, input: { readonly params?: object; readonly query?: object }): string {
  const parts = Object.entries({ ...input.params, ...input.query }).filter(([, value]) => value !== undefined);
  return JSON.stringify([name, ...parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
