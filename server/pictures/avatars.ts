/**
 * Avatars as they are served (SAF-44d): derived by the server of what the fan stored, under the same key and in its place, before the
 * fan bears it. Until then nobody is served anything under that key.
 */
import { AVATARS_WAITING } from '../../src/contract/abuseLimits.ts';
import { mostBytesOf } from '../../src/rules/pictureBytes.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import { createPictureProcess, type PictureProcess } from './pictureProcess.ts';

export interface Avatars {
  /**
   * Puts the derived picture in the place of the stored one. Returns 'derived', 'refused' for what is no picture, or 'busy' where
   * AVATARS_WAITING others wait. Rejects where the store or the picture process fails.
   * @param owner sub of the fan
   */
  derive(key: string, owner: string): Promise<'derived' | 'refused' | 'busy'>;
}

interface AvatarsDeps {
  readonly objects: Pick<KeptObjects, 'stat' | 'read' | 'put' | 'forget'>;
  /** Left out: a process of its own, started with the first avatar. */
  readonly pictures?: Pick<PictureProcess, 'deriveAvatar'>;
}

export function createAvatars({ objects, pictures = createPictureProcess() }: AvatarsDeps): Avatars {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async derive(key, owner) {
      if (waiting >= AVATARS_WAITING) return 'busy';
      waiting += 1;
      // The process takes one order at a time.
      const turn = last
        .then(() => deriveOne({ objects, pictures }, key, owner))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function deriveOne({ objects, pictures }: Required<AvatarsDeps>, key: string, owner: string) {
  const raw = await readWhole(objects, key);
  if (raw === null) return 'refused';
  const made = await pictures.deriveAvatar({ avatar: raw });
  if (made.is === 'refused') return 'refused';
  await objects.put(key, made.bytes, owner);
  // A network in front of a bucket may have been asked for the raw one.
  await objects.forget?.([key]);
  // Where the store has no owners, or another server copy writes it, somebody may have stored the former bytes in between.
  const stored = await readWhole(objects, key);
  return stored !== null && Buffer.compare(stored, made.bytes) === 0 ? 'derived' : 'refused';
}

async function readWhole(objects: AvatarsDeps['objects'], key: string): Promise<Uint8Array | null> {
  const found = await objects.stat(key);
  if (found === null || found.size > mostBytesOf('avatar')) return null;
  const bytes = await objects.read(key, 0, found.size);
  return bytes?.byteLength === found.size ? bytes : null;
}
