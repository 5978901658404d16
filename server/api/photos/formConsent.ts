/** What the permission switch of a post form says of its photos (ROL-06). */
import type { NewPhoto } from '../../../src/contract/entities.ts';
import type { CallerContext } from '../handlers.ts';
import { consentStatement } from '../users/consentRepository.ts';

/** The caller's permission for photo use in the tenant. */
export interface Permission {
  readonly isGiven: boolean;
  /** When it was last withdrawn for earlier photos too, epoch ms; null: never. */
  readonly withdrawnAt: number | null;
}

/** By so much a device's clock may be ahead. */
const CLOCK_AHEAD_MS = 60_000;

/**
 * The switch was turned on in the form of this photo, and no withdrawal since then covers it (ROL-06a). A time that is still to come
 * proves nothing against a withdrawal.
 */
export function isPermittedInForm({ usepermit, consent }: NewPhoto, { withdrawnAt }: Permission, now: Date): boolean {
  if (!usepermit || consent === undefined) return false;
  return withdrawnAt === null || (consent.at > withdrawnAt && consent.at <= now.getTime() + CLOCK_AHEAD_MS);
}

/** The photos of one form are one record. */
export function consentRecords({ tenant, userId: user_id, now }: CallerContext, photos: readonly NewPhoto[]) {
  const wording = photos[0]?.consent?.wording;
  if (wording === undefined) return [];
  const record = {
    tenant,
    user_id,
    at: now(),
    usepermit: true,
    place: 'form',
    wording,
    photos: photos.length,
  } as const;
  return [consentStatement(record)];
}
