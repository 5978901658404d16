/** Whether the fan is told by the system when posts are sent. Asked once, by a button of ours, after a first post (QUE-04). */

import { deviceStorage } from '../../../platform/storage/webStorage.ts';
import { sendsWhenClosed } from '../../../platform/upload/syncTag.ts';

const KEY = 'outbox-notify';

/** 'off': not possible here. 'ask': neither allowed nor declined yet. */
export type NotifyState = 'off' | 'ask' | 'declined' | 'denied' | 'on';

export function notifyState(): NotifyState {
  // iPhones have it in the installed app only; the worker alone tells, of what it sent itself.
  if (typeof Notification === 'undefined' || !('serviceWorker' in navigator) || !sendsWhenClosed()) return 'off';
  if (Notification.permission === 'granted') return 'on';
  if (Notification.permission === 'denied') return 'denied';
  return hasDeclined() ? 'declined' : 'ask';
}

/** Only from a press of a button. Resolves with what holds then. */
export async function askToNotify(): Promise<NotifyState> {
  await Notification.requestPermission();
  return notifyState();
}

/** Storage may be denied: then it is asked again another day. */
export const declineToNotify = (): void => void deviceStorage.setItem(KEY, 'no');

const hasDeclined = (): boolean => deviceStorage.getItem(KEY) !== null;
