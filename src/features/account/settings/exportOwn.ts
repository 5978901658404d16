import type { UserExport } from '../../../contract/entities.ts';
import { AppError } from '../../../contract/errors.ts';
import { bestKey } from '../../../rules/pictureSources.ts';
import type { OwnProfile } from '../../../session/account.ts';

export interface ExportSource {
  readonly loadRecord: (signal: AbortSignal) => Promise<UserExport>;
  readonly loadProfile: () => Promise<OwnProfile>;
  /** Full address of a published picture. */
  readonly addressOf: (key: string) => string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface ExportProgress {
  readonly done: number;
  readonly all: number;
}

export interface ExportResult {
  readonly zip: Blob;
  /** Photos in it. */
  readonly photos: number;
  /** Those of them that are previews: their originals have not come. */
  readonly previews: number;
  /** Photos that could not be had. */
  readonly missing: number;
}

/** Tries of one photo before it counts as missing. */
const TRIES = 2;

/**
 * Everything the product keeps about the fan as one ZIP: `data.json` and the photos, one after the other. Made on the device.
 * @throws AppError of the calls; ABORTED
 */
export async function exportOwn(
  source: ExportSource,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportResult> {
  const [record, profile] = await Promise.all([source.loadRecord(signal), source.loadProfile()]);
  const { downloadZip } = await loadZip();
  const all = record.photos.length;
  let photos = 0;
  let previews = 0;
  let missing = 0;
  async function* files() {
    yield { name: 'data.json', input: JSON.stringify({ ...record, profile }, null, 2) };
    for (const photo of record.photos) {
      const { media_url, created_at } = photo;
      onProgress({ done: photos + missing, all });
      const input = await fetchPhoto(source, bestKey(photo), signal);
      if (input === null) missing += 1;
      else {
        photos += 1;
        if (photo.original_pending) previews += 1;
        yield { name: nameInZip(media_url), input, lastModified: new Date(`${created_at.replace(' ', 'T')}+09:00`) };
      }
    }
  }
  const zip = await downloadZip(files()).blob();
  return { zip, photos, previews, missing };
}

/** `ugc/{tenant}/{event}/original/{name}.jpg` → `photos/{tenant}/{event}/{name}.jpg` */
const nameInZip = (mediaUrl: string) => mediaUrl.replace(/^ugc\//, 'photos/').replace('/original/', '/');

async function loadZip() {
  try {
    return await import('client-zip');
  } catch (cause) {
    throw new AppError('NETWORK', 'later', { cause });
  }
}

/** Past the worker's caches, which are for what is looked at. null: it could not be had. */
async function fetchPhoto(source: ExportSource, key: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const { fetch = globalThis.fetch.bind(globalThis) } = source;
  for (let left = TRIES; left > 0; left--) {
    try {
      const response = await fetch(source.addressOf(key), { cache: 'no-store', credentials: 'omit', signal });
      if (response.ok && /^image\//.test(response.headers.get('content-type') ?? ''))
        return await response.arrayBuffer();
    } catch (cause) {
      if (signal.aborted) throw new AppError('ABORTED', 'later', { cause });
    }
  }
  return null;
}
