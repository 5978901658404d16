import type { KeptObjects } from '../objects/keptObjects.ts';

/** Reads all bytes of an object. Null: it is not there. */
export async function readWholeObject(
  objects: Pick<KeptObjects, 'stat' | 'read'>,
  key: string,
): Promise<Uint8Array | null> {
  const found = await objects.stat(key);
  const bytes = found && (await objects.read(key, 0, found.size));
  return bytes?.byteLength === found?.size ? bytes : null;
}
