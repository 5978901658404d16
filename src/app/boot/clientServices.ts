/**
 * Everything of the page that talks to the outside: API, session, database, queue, drafts. One chunk, loaded with the first call
 * or once the first screen stands.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../../tenants/schema.ts';
import type { Api } from '../../api/client.ts';
import { askServerTroubles } from '../../api/serverStatus.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { syncFavorites } from '../../features/players/favoritePlayers.ts';
import { createAppBadge } from '../../platform/device/appBadge.ts';
import { createBroadcast } from '../../platform/device/broadcast.ts';
import { createUnreadCountStore } from '../../platform/device/unreadCount.ts';
import { createWakeLock } from '../../platform/device/wakeLock.ts';
import { findKept } from '../../platform/kept/keptMark.ts';
import { drawLot } from '../../platform/measurements/drawLot.ts';
import { createMeasurementChoice, type MeasurementChoice } from '../../platform/measurements/measurementChoice.ts';
import { createArrivalStore } from '../../platform/storage/arrivalStore.ts';
import { createClientDatabase } from '../../platform/storage/clientDatabase.ts';
import { createDrafts } from '../../platform/storage/drafts.ts';
import { favoritePlayerStore } from '../../platform/storage/favoritePlayerStore.ts';
import { createJobStore } from '../../platform/storage/jobStore.ts';
import { createLock } from '../../platform/storage/locks.ts';
import { forgetRecentPlayers } from '../../platform/storage/recentPlayerStore.ts';
import { createSendRulesStore } from '../../platform/storage/sendRulesStore.ts';
import { createShareTargetStore } from '../../platform/storage/shareTargetStore.ts';
import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { WIPE_MESSAGE } from '../../platform/storage/workerMessages.ts';
import { createPageOutbox } from '../../platform/upload/pageOutbox.ts';
import { endPush, syncPushSubscription } from '../../push/pushSubscription.ts';
import { clearUserQueries, refreshUserQueries } from '../../queries/clearUserQueries.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { createPageClient, type PageClient } from './createPageClient.ts';
import { measurePage } from './measurePage.ts';
import { reportWaiting } from './reportWaiting.ts';
import { runWhenIdle } from './runWhenIdle.ts';
import { reloadForStuckStorage, storageOpened } from './stuckStorage.ts';
import { syncBadgeAndWakeLock } from './syncBadgeAndWakeLock.ts';
import { syncUnreadCount } from './syncUnreadCount.ts';
import { readBorn, readWaitingMark, watchEviction } from './watchEviction.ts';
import { watchServerTrouble } from './watchServerTrouble.ts';

/** Calls whose answers change with a photo of our own that arrived. */
const REFRESHED: ReadonlySet<string> = new Set([
  ...['getPublicList', 'getPhotoCount', 'getEvent', 'getEvents', 'getMemorialEvents'],
  ...['getPersons', 'getEventPersons', 'getSeasonPersons'],
]);

/** `known`: who the page took its fan for until now. */
export function createClientServices(
  config: ClientConfig,
  tenant: Tenant | null,
  queryClient: QueryClient,
  known: SessionState,
) {
  const database = createClientDatabase(undefined, { onStuck: reloadForStuckStorage, onOpened: storageOpened });
  const drafts = createDrafts(database);
  const broadcast = createBroadcast();
  const trouble = watchServerTrouble({ queryClient, ask: askServerTroubles });
  const client = createPageClient({
    config,
    tenant,
    database,
    onAnswered: trouble.noteCall,
    onSignedOut: (userId) => signedOut(userId),
    onRenewed: (userId) => renewOwn({ client, queryClient, tenantId: tenant?.id ?? null, userId }),
  });
  const session = { subscribe: client.session.subscribe, read: client.session.getState };
  const badge = createAppBadge();
  const unread = createUnreadCountStore(database);
  const arrivals = createArrivalStore(database);
  async function signedOut(userId: string) {
    wipeUsers(userId);
    forgetOnDevice(userId);
    // Nobody waits for the push service: a logout is done when this device knows of it.
    void endPush(client.api, userId);
    await unread.clear();
    await forgetDone(store, userId);
    await arrivals.forgetGone();
    broadcast.announce({ kind: 'changed' });
  }
  const store = createJobStore(database);
  const choice = createMeasurementChoice(database);
  const measurements = measurePage({ api: client.api, queryClient, choice, isDrawn: tenant !== null && drawLot() });
  if (tenant !== null && tenant.ga !== '') countLater(tenant, choice);
  const outbox = createPageOutbox({
    store,
    lock: createLock({ database }),
    broadcast,
    rules: createSendRulesStore(database),
    arrivals,
    loadSender: client.loadSender,
    sweepBytes: drafts.sweepBytes,
    onReport: measurements.report,
  });
  const queue = { subscribe: outbox.subscribe, read: outbox.getSnapshot };
  if (tenant !== null)
    reportWaiting({
      api: client.api,
      tenantId: tenant.id,
      outbox: queue,
      session,
      device: () => readBorn(database),
      hasWaited: readWaitingMark() !== null,
    });
  watchEviction({ database, outbox: queue });
  trouble.followPosts(queue);
  syncBadgeAndWakeLock({
    outbox: queue,
    session,
    wakeLock: createWakeLock(),
    showBadge: badge.setWaiting,
    claimArrivals: arrivals.claim,
  });
  followSession({
    client,
    queryClient,
    known,
    unread,
    tenantId: tenant?.id ?? null,
    showUnread: badge.setUnread,
  });
  broadcast.listen(({ kind }) => kind === 'registered' && refreshLists(queryClient));
  // Any new state of a signed-in fan may be a new login: also of one whose old login only the server knew to be dead.
  client.session.subscribe(() => session.read().status === 'signedIn' && void outbox.drain('login'));
  return {
    client,
    drafts,
    broadcast,
    outbox,
    kept: { open: client.openKeeper },
    shared: createShareTargetStore(database),
  };
}

interface Following {
  readonly client: PageClient;
  readonly queryClient: QueryClient;
  readonly tenantId: string | null;
  /** Who the page took its fan for until now. */
  readonly known: SessionState;
  readonly unread: ReturnType<typeof createUnreadCountStore>;
  readonly showUnread: (count: number) => void;
}

/** What changes with the fan: the unread count, pushes, favourites, answers read in the fan's name. */
function followSession({ client, queryClient, tenantId, known, unread, showUnread }: Following): void {
  const session = { subscribe: client.session.subscribe, read: client.session.getState };
  syncUnreadCount({ queryClient, tenantId, session, unread, showUnread });
  syncPushSubscription(client.api, session, tenantId);
  joinFavorites(client.api, session, tenantId);
  clearUserQueries(queryClient, client.session, known);
}

interface Renewal {
  readonly client: PageClient;
  readonly queryClient: QueryClient;
  readonly tenantId: string | null;
  readonly userId: string;
}

/** Another device may have changed what this page shows of its fan: it is asked anew (ACC-13c). */
function renewOwn({ client: { api, session }, queryClient, tenantId, userId }: Renewal): void {
  refreshUserQueries(queryClient);
  if (tenantId === null) return;
  void syncFavorites({ api, store: favoritePlayerStore, tenantId, userId, getState: session.getState });
}

/** Nothing of it is worth waiting for: after the first screen, when the browser is idle. */
const countLater = (tenant: Tenant, choice: MeasurementChoice): void =>
  void runWhenIdle(() => {
    // No signal for its code: this page load is not counted.
    import('./countPageViews.ts')
      .then(({ countPageViews }) => countPageViews({ tenant, choice }))
      .catch(() => undefined);
  });

const refreshLists = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => REFRESHED.has(String(queryKey[1])) });

/** What waits stays for its owner (QUE-05); what is done is public, and nobody's business here. */
async function forgetDone(store: ReturnType<typeof createJobStore>, userId: string): Promise<void> {
  for (const job of await store.loadAll())
    if (job.userId === userId) await store.update(job.id, ({ state }) => (state === 'done' ? { job: null } : null));
}

/** Favourite players chosen before a login, or without signal, join the account's at a login, a start, and when there is signal again. */
function joinFavorites(
  api: Api,
  session: { readonly subscribe: (listener: () => void) => void; readonly read: () => SessionState },
  tenantId: string | null,
): void {
  if (tenantId === null) return;
  const join = () => {
    const state = session.read();
    const { add, remove } = favoritePlayerStore.read(tenantId);
    if (state.status !== 'signedIn' || add.length + remove.length === 0) return;
    const userId = state.user.id;
    void syncFavorites({ api, store: favoritePlayerStore, tenantId, userId, getState: session.read });
  };
  session.subscribe(join);
  addEventListener('online', join);
  join();
}

/** What the worker kept in a fan's name goes with the fan (DAT-03). */
function wipeUsers(userId: string): void {
  // Also from a page that is not under the worker, as after a forced reload.
  void navigator.serviceWorker
    ?.getRegistration()
    .then((found) => found?.active?.postMessage({ ...WIPE_MESSAGE, userId }))
    .catch(() => undefined);
}

/** What stands on the device beside the queue and the worker's caches. */
function forgetOnDevice(userId: string): void {
  forgetWhoWasTold();
  favoritePlayerStore.forgetOwned();
  forgetRecentPlayers();
  forgetKept(userId);
}

/** Marks of the fan on kept matches, and rows that name the fan (SAF-15). */
function forgetKept(userId: string): void {
  const forget = async () => {
    if (await findKept()) await (await import('../../platform/kept/keptStore.ts')).forgetFan(userId);
  };
  forget().catch(() => undefined);
}

/** Who was told the rules of posting on this device (`useFirstPost`), what becomes of a post (`PostSaved`), where bookmarks go, by id. */
function forgetWhoWasTold(): void {
  deviceStorage.removeItem('posting_rules_told');
  deviceStorage.removeItem('post_told');
  deviceStorage.removeItem('bookmark_told');
}
