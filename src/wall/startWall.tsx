/** The start of a stadium's screen (WAL-01b): the entry of its script. Fans never load it. */
import { createRoot } from 'react-dom/client';
import type { Tenant } from '../../tenants/schema.ts';
import { request } from '../api/request.ts';
import type { ClientConfig } from '../contract/config.ts';
import { endpoints } from '../contract/endpoints.ts';
import { eventPostPath } from '../contract/workerPaths.ts';
import { trustedScriptUrl } from '../platform/device/trustedTypes.ts';
import { createWakeLock } from '../platform/device/wakeLock.ts';
import { CLAIM_MESSAGE, recentlyUsedMessage } from '../platform/storage/workerMessages.ts';
import { stripsFor } from '../rules/wallCrop.ts';
import { WallScreen } from './WallScreen.tsx';
import { openWallPictures } from './wallPictures.ts';
import { startWallPlayer } from './wallPlayer.ts';

/** Draws the wall of the address's event into the element, and keeps it running. */
export function startWall(config: ClientConfig, tenant: Tenant, element: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  const [eventId, key] = [query.get('e') ?? '', query.get('k') ?? ''];
  document.documentElement.dataset.wall = '';
  const pictures = openWallPictures(`${tenant.id} ${eventId} ${key}`, config.objects.publicBase);
  const player = startWallPlayer({
    ask: async (known) => {
      const caller = { base: config.api, apiKey: config.apiKey, tenant: tenant.id, token: null } as const;
      const body = { event_id: eventId, key, known };
      return (await request(endpoints.askWall, { ...caller, body, cache: 'no-store' })).value;
    },
    loadPicture: pictures.load,
    keepPictures: pictures.keep,
    readWall: pictures.readWall,
    saveWall: pictures.saveWall,
    countStrips: () => stripsFor({ width: innerWidth, height: innerHeight }),
    now: () => performance.now(),
  });
  const postAddress = `${location.origin}${eventPostPath(tenant.id, eventId)}`;
  createRoot(element).render(<WallScreen player={player} tenant={tenant} postAddress={postAddress} />);
  keepAwake();
  if (import.meta.env.PROD) void registerForOffline().catch(() => undefined); // private windows refuse workers
}

/** A lock ends while the page is hidden. */
function keepAwake(): void {
  const lock = createWakeLock();
  const follow = () => lock.keep(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', follow);
  follow();
}

/**
 * Registers the product's worker, which has this page and its scripts for a start without network (WAL-05b). A new build waits until the
 * screen is opened anew: nothing flashes.
 */
async function registerForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker?.register(trustedScriptUrl('/sw.js') as string, { scope: '/' });
  const registration = await serviceWorker?.ready;
  const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
  registration?.active?.postMessage(CLAIM_MESSAGE);
  registration?.active?.postMessage(recentlyUsedMessage([location.href, ...scripts]));
}
