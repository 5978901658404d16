/** The start of a stadium's screen (WAL-01b): the entry of its script. Fans never load it. */
import { createRoot } from 'react-dom/client';
import type { Tenant } from '../../tenants/schema.ts';
import { request } from '../api/request.ts';
import type { ClientConfig } from '../contract/config.ts';
import { endpoints } from '../contract/endpoints.ts';
import { eventPostPath } from '../contract/workerPaths.ts';
import { trustedScriptUrl } from '../platform/device/trustedTypes.ts';
import { createWakeLock } from '../platform/device/wakeLock.ts';
import { CLAIM_MESSAGE, recentlyUsedMessage, SKIP_WAITING_MESSAGE } from '../platform/storage/workerMessages.ts';
import { stripsFor } from '../rules/wallCrop.ts';
import { createWallAsk } from './askWall.ts';
import { followBuilds, tellDrawn } from './followBuilds.ts';
import { WallScreen } from './WallScreen.tsx';
import { openWallPictures } from './wallPictures.ts';
import { startWallPlayer, type WallPlayer } from './wallPlayer.ts';

/** Draws the wall of the address's event into the element, and keeps it running. */
export function startWall(config: ClientConfig, tenant: Tenant, element: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  const [eventId, key] = [query.get('e') ?? '', query.get('k') ?? ''];
  const caller = { base: config.api, apiKey: config.apiKey, tenant: tenant.id, token: null } as const;
  document.documentElement.dataset.wall = '';
  const pictures = openWallPictures(`${tenant.id} ${eventId} ${key}`, config.objects.publicBase);
  const player = startWallPlayer({
    ask: createWallAsk({
      async open(known, held) {
        const body = { event_id: eventId, key, known, held: [...held] };
        return (await request(endpoints.askWall, { ...caller, body, cache: 'no-store' })).value;
      },
      async read({ event_id, pass }, known) {
        const params = { eventId: event_id, pass };
        const query = known === '' ? {} : { known };
        // Past the browser's cache. 'no-store' would go past the shared cache, too.
        return (await request(endpoints.getWall, { ...caller, params, query, cache: 'no-cache' })).value;
      },
      now: () => performance.now(),
    }),
    phase: Math.random(),
    loadPicture: pictures.load,
    keepPictures: pictures.keep,
    readWall: pictures.readWall,
    saveWall: pictures.saveWall,
    countStrips: () => stripsFor({ width: innerWidth, height: innerHeight }),
    now: () => performance.now(),
  });
  const postAddress = `${location.origin}${eventPostPath(tenant.id, eventId)}`;
  const root = createRoot(element);
  root.render(<WallScreen player={player} tenant={tenant} postAddress={postAddress} />);
  void untilDrawn(player).then(() => tellDrawn(element));
  keepAwake();
  if (!import.meta.env.PROD) return;
  followBuilds({
    element,
    stop() {
      player.stop();
      root.unmount();
      pictures.release();
    },
  });
  void registerForOffline().catch(() => undefined); // private windows refuse workers
}

/** Resolves when the wall is known and shows a photo, if it has one. */
function untilDrawn(player: WallPlayer): Promise<void> {
  return new Promise((done) => {
    const end = player.subscribe(() => {
      const { wall, slots } = player.read();
      if (wall === null || (slots.length === 0 && wall.photos.length > 0)) return;
      end();
      done();
    });
  });
}

/** A lock ends while the page is hidden. */
function keepAwake(): void {
  const lock = createWakeLock();
  const follow = () => lock.keep(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', follow);
  follow();
}

/** Registers the product's worker, which has this page and its scripts for a start without network (WAL-05b). */
async function registerForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.register(trustedScriptUrl('/sw.js') as string, { scope: '/' });
  if (registration === undefined) return;
  // A wall has no form that could be lost, so a new worker need not wait.
  const letIn = () => registration.waiting?.postMessage(SKIP_WAITING_MESSAGE);
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', letIn));
  letIn();
  const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
  const used = recentlyUsedMessage([location.href, ...scripts]);
  // A new worker removes the pages of the one before.
  serviceWorker.addEventListener('controllerchange', () => serviceWorker.controller?.postMessage(used));
  const { active } = await serviceWorker.ready;
  active?.postMessage(CLAIM_MESSAGE);
  active?.postMessage(used);
}
