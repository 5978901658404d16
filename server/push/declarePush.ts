import type { DeclarativePush, PushPayload } from '../../src/contract/entities.ts';
import { appIconPath } from '../../src/contract/workerPaths.ts';
import { wordPush } from '../../src/messages/pushWords.ts';

/**
 * A push as it is sent, worded and with absolute addresses, so that it can be shown without a worker (KEP-04). What workers of the release
 * before read stands beside it: they know nothing of `notification` (ADR 28).
 * @param origin where the browser subscribed
 */
export function declarePush(payload: PushPayload, origin: string): PushPayload & DeclarativePush {
  const { for: mark, tenant, id, unread } = payload;
  const { title, body, url } = wordPush(payload);
  const absolute = (path: string) => new URL(path, origin).href;
  return {
    ...payload,
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: absolute(url),
      lang: 'ja',
      dir: 'ltr',
      tag: `${tenant} ${id}`,
      icon: absolute(appIconPath(tenant)),
      data: { for: mark, tenant, unread },
    },
    app_badge: unread,
    mutable: true,
  };
}
