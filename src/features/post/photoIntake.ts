/** From a picked File to bytes and facts of a photo. Read at once: a File goes stale on iOS (T02). */
import type { ErrorCode } from '../../contract/errors.ts';
import { readPickedJpeg } from '../../platform/images/pickedJpeg.ts';
import { cleanFileName } from '../../rules/fileName.ts';
import { createObjectName } from '../../rules/objectKeys.ts';
import { NO_TEXTS } from './formFields.ts';
import type { FormPhoto } from './photoForm.ts';

export type Intake =
  | { readonly kind: 'photo'; readonly photo: FormPhoto; readonly buffer: ArrayBuffer }
  | { readonly kind: 'refused'; readonly fileName: string; readonly error: ErrorCode; readonly isHeic: boolean };

/** Decides by content, not by name (T16); never throws. */
export async function takeIn(file: File): Promise<Intake> {
  const picked = await readPickedJpeg(file);
  const fileName = cleanFileName(file.name);
  if (picked.kind === 'refused') return { ...picked, fileName };
  const { buffer } = picked;
  const photo: FormPhoto = {
    name: createObjectName(),
    fileName,
    size: file.size,
    lastModified: file.lastModified,
    hash: await digestOf(buffer),
    state: 'queued',
    prepared: null,
    error: null,
    own: null,
    ...NO_TEXTS,
    edit: null,
  };
  return { kind: 'photo', photo, buffer };
}

/** Does a file begin as a JPEG? Reads three bytes of it. */
export async function isJpegContent(file: File): Promise<boolean> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  return first === 0xff && second === 0xd8 && third === 0xff;
}

/** SHA-256 in hex; null where the browser has none (no secure context). */
async function digestOf(buffer: ArrayBuffer): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const digest = await crypto.subtle.digest('SHA-256', buffer);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
