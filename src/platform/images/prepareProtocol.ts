import type { ErrorCode, Retry } from '../../contract/errors.ts';
import type { PictureEdit } from '../../rules/pictureEdit.ts';
import type { PreparedJpeg } from './prepareJpeg.ts';

/** What page and worker of the preparation say to each other. One picture at a time. */
export interface PrepareRequest {
  readonly bytes: ArrayBuffer;
  /** Turn and cut after decoding; null: as it is. */
  readonly edit: PictureEdit | null;
  /** Longest side of the result, in pixels. */
  readonly maxSide: number;
}

export type PrepareAnswer =
  /** The worker has come up; said once, before anything else. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'prepared'; readonly result: PreparedJpeg }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly retry: Retry; readonly detail: string };
