import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import { saveFile } from '../../features/photo/downloadPhoto.ts';
import { fetchForZip, pauseForSignal } from '../../features/photo/saving/fetchForZip.ts';
import { staffDownload as texts } from '../../messages/jaStaffPhotos.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { zipFileName } from '../../rules/savedNames.ts';

interface SavingPorts {
  /** Address of a stored object. */
  readonly addressOf: (mediaUrl: string) => string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly isWaiting: boolean }) => void;
}

/**
 * Saves originals with their `credits.csv` as one ZIP. Nothing is saved unless every original arrived.
 * @returns keys (`media_url`) of originals that could not be fetched
 * @throws the signal's reason
 */
export async function saveOriginals(
  { files, csv }: Pick<StaffAnswer<'putStaffDownload'>, 'files' | 'csv'>,
  { addressOf, signal, onProgress }: SavingPorts,
): Promise<string[]> {
  const { makeZip } = await import('client-zip');
  const entries: { name: string; input: Blob; lastModified: Date }[] = [];
  const missing: string[] = [];
  const report = (isWaiting: boolean) => onProgress({ done: entries.length, isWaiting });
  const ports = {
    fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
    pause: pauseForSignal,
    onWaiting: report,
  };
  for (const { media_url, file, posted_at } of files) {
    const input = await fetchForZip(addressOf(media_url), ports, signal);
    if (input === null) missing.push(media_url);
    else entries.push({ name: file, input, lastModified: new Date(parseWireDate(posted_at) ?? Date.now()) });
    report(false);
  }
  if (missing.length > 0) return missing;
  const credits = { name: texts.credits, input: new Blob([csv]), lastModified: new Date() };
  const zip = await new Response(makeZip([...entries, credits])).blob();
  signal.throwIfAborted();
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  saveFile(new File([zip], zipFileName(texts.zipName(day)), { type: 'application/zip' }));
  return [];
}
