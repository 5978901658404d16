/** Web Push of this browser: what it can do, and its subscription. Nothing here asks the fan by itself. */
import type { BodyOf } from '../../contract/endpoints.ts';
import { sha256Hex } from '../../contract/userMark.ts';

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

/** Hash that stands for an endpoint. */
export const deviceId = (subscription: PushSubscription): Promise<string> => sha256Hex(subscription.endpoint);

/**
 * Subscribes, or gives the subscription there is. Rejects where the browser's push service cannot be reached.
 * @param publicKey our VAPID key, base64url
 */
export async function subscribeToPush(publicKey: string): Promise<BodyOf<'putPushDevice'>> {
  const manager = await loadManager();
  if (manager === null) throw new Error('no worker to push to');
  const known = await manager.getSubscription();
  // One made for other keys of ours would never hear of us.
  if (known !== null && !isFor(known, publicKey)) await known.unsubscribe();
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return { endpoint: made.endpoint, p256dh: keyOf(made, 'p256dh'), auth: keyOf(made, 'auth') };
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey === null || toBase64Url(options.applicationServerKey) === publicKey;
}

function keyOf(subscription: PushSubscription, name: PushEncryptionKeyName): string {
  const key = subscription.getKey(name);
  if (key === null) throw new Error(`a subscription without ${name}`);
  return toBase64Url(key);
}
