/** What the driver asks of every page. */
import { PHOTO_BYTES } from '../plan.ts';

export interface Contender {
  /** The service worker controls the page, the queue is looked at. */
  ready(): Promise<void>;
  signIn(token: string): Promise<void>;
  signOut(): Promise<void>;
  /** Hands the photos over. Rejects when the fan is told that they were not taken. */
  post(count: number): Promise<void>;
  /** Photos the contender still holds, on disk or under way. */
  pending(): Promise<number>;
}

/** A key goes with each photo, made when it is posted: the server does what comes with a known key only once. */
export const isKeyed = location.pathname.includes('Keyed');

export const MARK = 'BENCHPHOTO';
const THUMBNAIL_BYTES = 20_000;

/** Bytes of the n-th photo, told apart by a mark; nothing in them can be compressed. */
export function photoBytes(n: number, size = PHOTO_BYTES): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  bytes.set(new TextEncoder().encode(`${MARK}${String(n).padStart(2, '0')}`), 0);
  return bytes;
}

/** The same bytes, as original and thumbnail. */
export const splitPhoto = (bytes: Uint8Array<ArrayBuffer>): { original: ArrayBuffer; thumbnail: ArrayBuffer } => ({
  original: bytes.slice(0, bytes.byteLength - THUMBNAIL_BYTES).buffer,
  thumbnail: bytes.slice(bytes.byteLength - THUMBNAIL_BYTES).buffer,
});

export async function registerWorker(address: string): Promise<void> {
  await navigator.serviceWorker.register(address);
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise<void>((done) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true }),
  );
}

export function offer(contender: Contender): void {
  Object.assign(globalThis, { contender });
}
