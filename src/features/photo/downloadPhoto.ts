import { AppError } from '../../contract/errors.ts';

/** An object URL must outlive the start of its download. */
const REVOKE_MS = 60_000;

/**
 * Hands the published original to the device: by the share sheet on phones, which can put it into the photo library, else as a download.
 * A link alone would only show a picture of another origin.
 * @throws AppError NETWORK | BAD_ANSWER
 */
export async function downloadPhoto(address: string, fileName: string): Promise<void> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new AppError('NETWORK', 'later', { cause });
  });
  if (!response.ok) throw new AppError('BAD_ANSWER', 'later', { status: response.status });
  const file = new File([await response.blob()], fileName, { type: 'image/jpeg' });
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (cause) {
      // Closed by the fan; anything else (too long since the press) goes on as a download.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
    }
  }
  saveFile(file);
}

/** Saves a file as a download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

/** '20261121_1530_AbCd….jpg': when it was posted and its own name, so that no two are alike. */
export function downloadName(photo: { readonly media_url: string; readonly created_at: string }): string {
  const [, month = '', time = ''] = /^(\d{4}-\d\d-\d\d)? ?(\d\d:\d\d)?/.exec(photo.created_at) ?? [];
  const parts = [month.replaceAll('-', ''), time.replace(':', ''), photo.media_url.split('/').at(-1)];
  return parts.filter(Boolean).join('_');
}
