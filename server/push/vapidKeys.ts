import type { Kysely } from 'kysely';
import webPush from 'web-push';
import type { VapidSettings } from '../config/settings.ts';
import type { Database } from '../database/schema.ts';
import { keepSecret } from '../identity/identityKeys.ts';

/** Keys browsers know our pushes by, as base64url, and whom a push service may write to about them. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:` or `https:` */
  readonly subject: string;
}

/**
 * Those of the environment, or else a pair made on the first start and kept in the database: every copy has the same, since a
 * browser's subscription is worth nothing with others.
 */
export async function openVapidKeys(db: Kysely<Database>, given: VapidSettings): Promise<VapidKeys> {
  const { keys, subject } = given;
  if (keys !== null) return { ...keys, subject };
  const kept = await keepSecret(db, 'vapid', async () => JSON.stringify(webPush.generateVAPIDKeys()));
  const { publicKey, privateKey } = JSON.parse(kept) as Omit<VapidKeys, 'subject'>;
  return { publicKey, privateKey, subject };
}
