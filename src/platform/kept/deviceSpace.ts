import { KEPT } from '../../contract/limits.ts';

/** What the browser says of this device's storage: an estimate, and a promise it may refuse. */
export interface DeviceSpace {
  /** Bytes the browser would still give this site; null: it does not tell. */
  readonly freeBytes: number | null;
  /** True: the browser removes nothing by itself. null: it does not tell. */
  readonly isPersistent: boolean | null;
}

export async function readSpace(): Promise<DeviceSpace> {
  const [estimate, isPersistent] = await Promise.all([
    navigator.storage?.estimate?.().catch(() => null) ?? null,
    navigator.storage?.persisted?.().catch(() => null) ?? null,
  ]);
  const { quota, usage } = estimate ?? {};
  const freeBytes = quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  return { freeBytes, isPersistent };
}

/** Room for pictures the browser fetches by itself: until the last is taken in, it holds all of them beside what was taken in. */
export async function hasRoomTwice(pictures: number): Promise<boolean> {
  const { freeBytes } = await readSpace();
  return freeBytes === null || freeBytes >= 2 * pictures * KEPT.meanBytes + KEPT.spareBytes;
}

/** Asks for the promise; some browsers ask the fan, others decide themselves. */
export const askToPersist = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false;

/** A picture of two pixels. */
const AVIF =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=';

/** Whether this browser shows AVIF, as `<picture>` finds out by itself. */
export async function hasAvif(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(AVIF), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/avif' })).then(
    (picture) => picture.width > 0,
    () => false,
  );
}
