/** A fetch of the browser's own has ended, or its notification was pressed (KEP-03). */
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { zipTenantIn } from '../src/platform/systemFetch/zipFetch.ts';
import { openKeptPage, receiveKept } from './receiveKept.ts';
import { openZipPage, receiveZip } from './receiveZip.ts';

/** Hands it to what it was fetched for: a ZIP or a kept match. */
export async function receiveSystemFetch(event: SystemFetchEvent): Promise<void> {
  const tenant = zipTenantIn(event.registration.id);
  if (event.type === 'backgroundfetchclick') await (tenant === null ? openKeptPage(event) : openZipPage(tenant));
  else await (tenant === null ? receiveKept(event) : receiveZip(event));
}
