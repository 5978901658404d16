/** Sentences of pushes, of the server for those that are shown as they come and of the worker for the others. */
import type { PushPayload } from '../contract/entities.ts';
import { eventPath, eventPostPath, memberPath, noticesPath, photoPath } from '../contract/workerPaths.ts';
import { notices as texts } from './jaNotices.ts';

export interface PushWords {
  readonly title: string;
  readonly body: string;
  /** Path of this site. */
  readonly url: string;
}

/** What a push says and where it leads. */
export function wordPush(payload: PushPayload): PushWords {
  const { kind, tenant, name, title, body, count, media_url, target } = payload;
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
    case 'memory':
      return said(title || texts.title, toPhoto);
    case 'event':
      return {
        title: texts.event(name ?? ''),
        body: texts.eventBody,
        url: target === null ? noticesPath(tenant) : eventPostPath(tenant, target),
      };
    case 'player':
      return {
        title: texts.player(name ?? '', count),
        body: title,
        url: target === null ? toPhoto : eventPath(tenant, target),
      };
    case 'news':
      return { title: title || texts.title, body, url: noticesPath(tenant) };
  }
}
