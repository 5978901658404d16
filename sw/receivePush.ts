/** A push from our server: what it says is shown to whom it is for, and to nobody else. Something is shown of every push. */
import * as v from 'valibot';
import { DeclarativePush, PushMark, PushPayload } from '../src/contract/entities.ts';
import { tenantInAddress } from '../src/contract/tenantInAddress.ts';
import { userMark } from '../src/contract/userMark.ts';
import { appIconPath, noticesPath } from '../src/contract/workerPaths.ts';
import { unknownPush } from '../src/messages/jaUnknownPush.ts';
import { wordPush } from '../src/messages/pushWords.ts';
import { countWaiting } from '../src/outbox/count.ts';
import { showAppBadge } from '../src/platform/device/appBadge.ts';
import { createUnreadCountStore, PUSHED_MESSAGE } from '../src/platform/device/unreadCount.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createJobStore } from '../src/platform/storage/jobStore.ts';

declare const self: ServiceWorkerGlobalScope;

/** What came. */
export interface ReceivedPush {
  /** null: the push had no data. */
  readonly text: string | null;
  /** What the browser read of a declarative push: then there is no text (Safari from 18.4). */
  readonly declared: (Pick<Notification, 'title' | 'body' | 'tag' | 'data'> & { readonly navigate?: string }) | null;
}

/** What is shown of a push. */
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** Of this site: a path, or an address. */
  readonly url: string;
  readonly tenant: string | null;
}
interface Told extends Shown {
  readonly mark: PushMark;
}

/** Never shows nothing but to a fan who looks at the page: Apple ends the subscription after three such pushes (ADR 14). */
export async function receivePush({ text, declared }: ReceivedPush): Promise<void> {
  const told = readDeclared(declared) ?? readText(text);
  const { pushManager } = self.registration;
  const subscription = await pushManager.getSubscription().catch(() => null);
  const reader = await readerOf(told);
  if (told === null || reader !== 'addressee') await show(unknown(told?.tenant ?? null), false);
  else {
    await countUnread(told.mark).catch(() => undefined);
    const isLookedAt = await tellPages(told.mark.tenant);
    // Browsers excuse a push that shows nothing while the page is looked at; Apple's do not.
    if (!isLookedAt || isApple(subscription)) await show(told, isLookedAt);
  }
  // Nobody is signed in: nothing more is to come (a logout without signal could not say so).
  if (reader === 'nobody') await subscription?.unsubscribe();
}

const isApple = (subscription: PushSubscription | null): boolean =>
  subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com');

function readDeclared(declared: ReceivedPush['declared']): Told | null {
  const mark = v.safeParse(PushMark, declared?.data);
  if (declared === null || !mark.success) return null;
  const { title, body, tag, navigate = noticesPath(mark.output.tenant) } = declared;
  return { title, body, tag, url: navigate, tenant: mark.output.tenant, mark: mark.output };
}

/** A push as our server sends it now, or as the release before sent it, without words. */
function readText(text: string | null): Told | null {
  try {
    const json: unknown = JSON.parse(text ?? '');
    if (v.is(DeclarativePush, json)) return readDeclared(json.notification);
    const payload = v.parse(PushPayload, json);
    const { tenant, id } = payload;
    return { ...wordPush(payload), tag: `${tenant} ${id}`, tenant, mark: v.parse(PushMark, json) };
  } catch {
    return null;
  }
}

/** Who holds the phone, of those a push tells apart. Without the device's storage nobody knows. */
async function readerOf(told: Told | null): Promise<'addressee' | 'somebody' | 'nobody'> {
  try {
    const tokens = await createTokenStore(createClientDatabase()).load();
    if (tokens === null || tokens.refreshToken === null) return 'nobody';
    return (await userMark(tokens.userId)) === told?.mark.for ? 'addressee' : 'somebody';
  } catch {
    return 'somebody';
  }
}

/** The number on the icon. */
async function countUnread({ tenant, unread }: PushMark): Promise<void> {
  const database = createClientDatabase();
  const userId = (await createTokenStore(database).load())?.userId;
  if (userId === undefined) return;
  const sum = await createUnreadCountStore(database).save(userId, tenant, unread);
  await showAppBadge(countWaiting(await createJobStore(database).loadAll(), userId) + sum);
}

/** Pages of the tenant learn that there is something new. True: the fan is looking at one and needs no notification. */
async function tellPages(tenant: string): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return tenantInAddress(pathname, searchParams.get('t')) === tenant;
  });
  for (const page of own) page.postMessage({ type: PUSHED_MESSAGE });
  return own.some(({ visibilityState }) => visibilityState === 'visible');
}

/** What a push says that is not for the fan here, or cannot be read: that there is something, and nothing of what. */
const unknown = (tenant: string | null): Shown => ({
  ...unknownPush,
  tag: 'unknown',
  url: tenant === null ? '/' : noticesPath(tenant),
  tenant,
});

/** `navigate` is followed by browsers that know declarative pushes; in the others a click comes to the worker. */
async function show({ title, body, tag, url, tenant }: Shown, silent: boolean): Promise<void> {
  const { origin } = self.location;
  const { pathname, search } = new URL(url, origin);
  const address = origin + pathname + search;
  const icon = tenant === null ? {} : { icon: appIconPath(tenant) };
  const options = { body, ...icon, lang: 'ja', tag, silent, data: { url: address }, navigate: address };
  await self.registration.showNotification(title, options);
}
