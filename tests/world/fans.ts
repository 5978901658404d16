/** Who takes part, and what every day begins with: three fans with accounts, two events, one of them with a limit. */
import type { Insertable } from 'kysely';
import type { EventTable } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import { ORIGIN } from './browserGlobals.ts';
import { NOON } from './scheduler.ts';
import type { SiteServer } from './siteServer.ts';

export const PASSWORD = 'stadium-2026';
export interface Fan {
  readonly email: string;
  readonly nickname: string;
  id: string;
}
export const ANNA: Fan = { email: 'anna@example.jp', nickname: 'アンナのあだ名', id: '' };
export const BEN: Fan = { email: 'ben@example.jp', nickname: 'ベンのあだ名', id: '' };
export const FANS: readonly Fan[] = [ANNA, BEN];

const DAY = 24 * 3_600_000;
/** Photos of one fan in the event that has a limit. */
export const LIMIT = 3;
export const EVENTS = ['limited', 'open'] as const;

const eventRow = (event_id: string): Insertable<EventTable> => ({
  tenant: CLUB,
  event_id,
  event_name: event_id,
  event_type: 'official',
  event_date: formatWireDate(NOON),
  crawl_period_start: formatWireDateTime(NOON - DAY),
  crawl_period_end: formatWireDateTime(NOON + 30 * DAY),
  thumbnail: null,
  descriptive_photo: null,
  season_id: null,
  user_id: null,
  post_limit: event_id === 'limited' ? LIMIT : null,
});

/** Accounts as fans make them. Run once, before the first day. */
export async function seedFans(site: SiteServer): Promise<void> {
  const call = async (operation: string, body: object): Promise<void> => {
    const answer = await site.answer(
      new Request(`${ORIGIN}/idp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        },
        body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body }),
      }),
      'seed',
    );
    if (answer?.status !== 200) throw new Error(`${operation}: ${await answer?.text()}`);
  };
  for (const fan of FANS) {
    const { email: Username, nickname } = fan;
    const UserAttributes = Object.entries({ email: Username, name: nickname, nickname }).map(([Name, Value]) => ({
      Name,
      Value,
    }));
    await call('SignUp', { Username, Password: PASSWORD, UserAttributes });
    const ConfirmationCode = site.mails.findLast(({ to }) => to === Username)?.code;
    await call('ConfirmSignUp', { Username, ConfirmationCode });
    const [row] = await site.query<{ sub: string }>('select sub from identity_user where email = $1', [Username]);
    fan.id = row?.sub ?? '';
    const agreed_version = findTenant(CLUB)?.rulesVersion ?? '';
    await site.db.insertInto('membership').values({ tenant: CLUB, user_id: fan.id, agreed_version }).execute();
    await site.db
      .insertInto('usepermit')
      .values({ tenant: CLUB, user_id: fan.id, usepermit: true } as never)
      .execute();
  }
  for (const id of EVENTS) await site.db.insertInto('event').values(eventRow(id)).execute();
}
