/** A post whose registration was refused for one of its photos: that one is set aside, the others are sent (QUE-03c). */
import { AppError, type ErrorCode } from '../contract/errors.ts';

/** The server refuses a post because of this photo. Registries throw it. */
export class PhotoRefusal extends AppError {
  readonly mediaUrl: string;
  /** Name of the field in `NewPhoto`; null: the server did not name it. */
  readonly field: string | null;

  constructor(code: ErrorCode, photo: { readonly mediaUrl: string; readonly field: string | null }, cause: AppError) {
    super(code, 'never', { cause, ...(cause.status === undefined ? {} : { status: cause.status }) });
    this.name = 'PhotoRefusal';
    this.mediaUrl = photo.mediaUrl;
    this.field = photo.field;
  }
}

/** Of a refusal that names a place in the list of photos as they were sent; anything else stays what it is. */
export function asPhotoRefusal(error: unknown, sent: readonly { readonly mediaUrl: string }[]): unknown {
  if (!(error instanceof AppError) || error.retry !== 'never') return error;
  const [, index, field = null] = /^media_list\.(\d+)(?:\.(\w+))?/.exec(error.at ?? '') ?? [];
  const photo = index === undefined ? undefined : sent[Number(index)];
  return photo === undefined ? error : new PhotoRefusal(error.code, { mediaUrl: photo.mediaUrl, field }, error);
}
