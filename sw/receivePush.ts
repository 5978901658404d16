/** A push from our server: shown to whom it is for, and to nobody else. */
import * as v from 'valibot';
import { PushPayload } from '../src/contract/entities.ts';
import { userMark } from '../src/contract/userMark.ts';
import { appIconPath, eventPath, memberPath, noticesPath, photoPath } from '../src/contract/workerPaths.ts';
import { notices as texts } from '../src/messages/jaNotices.ts';
import { countWaiting } from '../src/outbox/count.ts';
import { showAppBadge } from '../src/platform/device/appBadge.ts';
import { createUnreadCountStore, PUSHED_MESSAGE } from '../src/platform/device/unreadCount.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createJobStore } from '../src/platform/storage/jobStore.ts';

declare const self: ServiceWorkerGlobalScope;

/** Takes the push's text. What is no push of ours is passed over. */
export async function receivePush(text: string): Promise<void> {
  const payload = parse(text);
  if (payload === null) return;
  const database = createClientDatabase();
  const tokens = await createTokenStore(database).load();
  // Nobody is signed in: nothing is shown, and nothing more is to come (a logout without signal could not say so).
  if (tokens === null || tokens.refreshToken === null) return endSubscription();
  if ((await userMark(tokens.userId)) !== payload.for) return;
  const unread = await createUnreadCountStore(database).save(tokens.userId, payload.tenant, payload.unread);
  const jobs = await createJobStore(database).loadAll();
  await showAppBadge(countWaiting(jobs, tokens.userId) + unread);
  if (!(await tellPages(payload.tenant))) await show(payload);
}

function parse(text: string): PushPayload | null {
  try {
    return v.parse(PushPayload, JSON.parse(text));
  } catch {
    return null;
  }
}

async function endSubscription(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Pages of the tenant learn that there is something new. True: the fan is looking at one and needs no notification. */
async function tellPages(tenant: string): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return pathname.startsWith(`/${tenant}/`) || searchParams.get('t') === tenant;
  });
  for (const page of own) page.postMessage({ type: PUSHED_MESSAGE });
  return own.some(({ visibilityState }) => visibilityState === 'visible');
}

async function show(payload: PushPayload): Promise<void> {
  const { title, body, url } = wordPush(payload);
  const { tenant, id } = payload;
  const icon = appIconPath(tenant);
  await self.registration.showNotification(title, {
    ...{ body, icon, lang: 'ja', tag: `${tenant} ${id}`, data: { url } },
  });
}

/** What the notification says and where it leads. */
export function wordPush({ kind, tenant, name, title, body, count, media_url, target }: PushPayload) {
  const by = name === null ? texts.left : texts.by(name);
  const toPhoto = media_url === null ? noticesPath(tenant) : photoPath(tenant, media_url);
  const toFan = target === null || name === null ? noticesPath(tenant) : memberPath(tenant, target);
  const said = (sentence: string, url: string) => ({ title: sentence, body: '', url });
  switch (kind) {
    case 'comment':
      return said(texts.comment(by), toPhoto);
    case 'reply':
      return said(texts.reply(by), toPhoto);
    case 'reaction':
      return said(texts.reaction(by, Math.max(0, count - 1)), toPhoto);
    case 'follow':
      return said(texts.follow(by), toFan);
    case 'post':
      return said(texts.post(by, count), toFan);
    case 'best':
      return said(texts.best, toPhoto);
    case 'event':
      return {
        title: texts.event(name ?? ''),
        body: texts.eventBody,
        url: target === null ? noticesPath(tenant) : eventPath(tenant, target),
      };
    case 'news':
      return { title: title || texts.title, body, url: noticesPath(tenant) };
  }
}
