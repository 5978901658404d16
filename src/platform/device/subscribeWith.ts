/** A subscription to Web Push, for page and worker alike. */
import type { BodyOf } from '../../contract/endpoints.ts';
import { sha256Hex } from '../../contract/userMark.ts';

/** Hash that stands for an endpoint. */
export const deviceId = (subscription: Pick<PushSubscription, 'endpoint'>): Promise<string> =>
  sha256Hex(subscription.endpoint);

/** Subscribes, or gives the subscription there is. Rejects where the browser's push service cannot be reached. */
export async function subscribeWith(manager: PushManager, publicKey: string): Promise<BodyOf<'putPushDevice'>> {
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

/** Whether a subscription was made for this key of ours. */
export function isFor({ options }: PushSubscription, publicKey: string): boolean {
  return options.applicationServerKey === null || toBase64Url(options.applicationServerKey) === publicKey;
}

function keyOf(subscription: PushSubscription, name: PushEncryptionKeyName): string {
  const key = subscription.getKey(name);
  if (key === null) throw new Error(`a subscription without ${name}`);
  return toBase64Url(key);
}
