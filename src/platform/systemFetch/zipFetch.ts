/** What the browser fetches by itself for a ZIP (KEP-03): its name there, and how what came is taken in, by page or worker. */
import type { UnfinishedZipStore, ZipRecord } from '../storage/unfinishedZip.ts';
import { findSystemFetches, type SystemFetch } from './systemFetch.ts';

const PREFIX = 'zip:';
/** One a ZIP: when it was begun tells it from the one before. */
export const zipFetchIdOf = ({ tenantId, begunAt }: Pick<ZipRecord, 'tenantId' | 'begunAt'>): string =>
  `${PREFIX}${tenantId}:${begunAt}`;
/** null: it is not for a ZIP. */
export const zipTenantIn = (systemId: string): string | null =>
  systemId.startsWith(PREFIX) ? (systemId.split(':')[1] ?? null) : null;

/** null: a portal's page in place of the picture, a server that is busy, or a part of it. */
export async function wholePicture(answer: Response): Promise<Blob | null> {
  if (!answer.ok || !/^image\//.test(answer.headers.get('content-type') ?? '')) return null;
  const picture = await answer.blob();
  const told = Number(answer.headers.get('content-length') ?? picture.size);
  return picture.size > 0 && (answer.headers.has('content-encoding') || told === picture.size) ? picture : null;
}

/** Ends whatever the browser fetches for ZIPs. */
export async function endZipFetches(): Promise<void> {
  const fetches = await findSystemFetches();
  for (const id of (await fetches?.getIds()) ?? []) {
    const running = zipTenantIn(id) === null ? undefined : await fetches?.get(id);
    await running?.abort();
  }
}

/** Takes in what came and is not kept yet, as far as the device has room; for the worker, once the fetch has ended. */
export async function takeInZip(fetched: SystemFetch, record: ZipRecord, store: UnfinishedZipStore): Promise<void> {
  const wanted = new Map(
    (await store.missing(record)).map(({ address }) => [new URL(address, location.href).href, address]),
  );
  for (const { request, responseReady } of await fetched.matchAll()) {
    const address = wanted.get(request.url);
    const answer = address === undefined ? null : await responseReady.catch(() => null);
    // Cut off while it was read: fetched anew.
    const picture = answer && (await wholePicture(answer).catch(() => null));
    if (address === undefined || !picture) continue;
    if (!(await store.keep(address, picture))) return;
  }
}
