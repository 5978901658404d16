/** What the card of a ZIP shows (ZipCard.tsx). */
import type { ZipPhoto } from '../../../platform/storage/unfinishedZip.ts';

export interface Chosen {
  /** Photos of the ZIP. */
  readonly all: number;
  /** Photos that were chosen and may not be saved. */
  readonly leftOut: number;
}
export interface ZipOutcome extends Chosen {
  /** Photos that came. */
  readonly came: number;
  /** Those of them that are previews. */
  readonly previews: number;
  /** Photos that could not be had. */
  readonly missing: number;
}

export interface ZipPart {
  readonly photos: readonly ZipPhoto[];
  readonly bytes: number;
  readonly isSaved: boolean;
}

export type ZipSavingState =
  | { readonly kind: 'none' }
  /** Broke off earlier: `done` pictures are there. */
  | ({ readonly kind: 'unfinished'; readonly done: number } & Chosen)
  | ({ readonly kind: 'fetching'; readonly done: number; readonly isWaiting: boolean } & Chosen)
  /** All pictures are there; each part is saved by a press. `busy`: the part that is being made. */
  | ({ readonly kind: 'parts'; readonly parts: readonly ZipPart[]; readonly busy: number | null } & ZipOutcome)
  | ({ readonly kind: 'done' } & ZipOutcome)
  /** It could not be written, as on a full disk. */
  | ({ readonly kind: 'failed' } & Chosen)
  /** Another window saves one. */
  | { readonly kind: 'elsewhere' };
