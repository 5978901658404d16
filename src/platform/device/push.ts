/** Web Push of this browser: what it can do, and its subscription. Nothing here asks the fan by itself. */
import type { BodyOf } from '../../contract/endpoints.ts';
import { subscribeWith } from './subscribeWith.ts';

/** 'install': on iPhones and iPads only the app on the home screen can. 'denied': the fan or the system said no. */
export type PushAbility = 'yes' | 'install' | 'denied' | 'no';

export function pushAbility(): PushAbility {
  if (typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis)
    return Notification.permission === 'denied' ? 'denied' : 'yes';
  return isAppleTouch() ? 'install' : 'no';
}

/** iPads name themselves Macs; no Mac has fingers. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Only from a press of the fan's. */
export const askForPush = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted';

async function loadManager(): Promise<PushManager | null> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager ?? null;
}

/** This browser's subscription; null: none. */
export const loadSubscription = async (): Promise<PushSubscription | null> =>
  (await (await loadManager())?.getSubscription()) ?? null;

/**
 * Subscribes, or gives the subscription there is. Rejects where the browser's push service cannot be reached.
 * @param publicKey our VAPID key, base64url
 */
export async function subscribeToPush(publicKey: string): Promise<BodyOf<'putPushDevice'>> {
  const manager = await loadManager();
  if (manager === null) throw new Error('no worker to push to');
  return subscribeWith(manager, publicKey);
}
