/** What goes wrong on a day, and what operators do meanwhile: each at times of the seed's choice. */

import type { Transaction } from 'kysely';
import type { Database } from '../../server/database/schema.ts';
import { setPhotoHidden } from '../../server/operations/moderation.ts';
import { suspendUser, unsuspendUser } from '../../server/operations/suspensions.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';
import type { Day } from './day.ts';
import { EVENTS, FANS } from './fans.ts';
import { FINE, type Weather } from './network.ts';
import { realms } from './scheduler.ts';

/** What the seed decided about a day. */
export interface Plan {
  readonly weather: Weather;
  /** Chance of each event in a page or worker that it is killed there. */
  readonly killRate: number;
  readonly mishaps: readonly Mishap[];
  readonly tabs: number;
}
export type Mishap = keyof typeof MISHAPS;

export function rollPlan(random: () => number): Plan {
  const rate = (chance: number, most: number): number => (random() < chance ? random() * most : 0);
  return {
    weather: { lost: rate(0.6, 0.25), unanswered: rate(0.6, 0.25), late: rate(0.5, 0.15), refused: rate(0.3, 0.1) },
    killRate: rate(0.6, 0.002),
    mishaps: (Object.keys(MISHAPS) as Mishap[]).filter(() => random() < 0.35),
    tabs: random() < 0.6 ? 2 : 1,
  };
}

type Doing = (day: Day) => Promise<void> | void;

const trx = (day: Day, work: (open: Transaction<Database>) => Promise<unknown>) =>
  realms.run(day.site.realm, () => day.site.operators.transaction().execute((open) => work(open)));

const fanOf = ({ scheduler }: Day) => ({ tenant: CLUB, userId: (scheduler.pick(FANS) ?? FANS[0])?.id ?? '' });

async function setEnd(day: Day, event_id: string, at: number): Promise<void> {
  await realms.run(day.site.realm, () =>
    day.site.operators
      .updateTable('event')
      .set({ crawl_period_end: formatWireDateTime(at) })
      .where('event_id', '=', event_id)
      .execute(),
  );
}

const MISHAPS = {
  async serverDies({ site, scheduler }) {
    scheduler.trace('the server dies');
    await site.crash();
    await scheduler.wait(scheduler.between(10, 90_000));
    await site.start();
    scheduler.trace('the server is back');
  },
  async offline({ scheduler, phones }) {
    // Or the whole stand: then all come back at the same moment.
    const gone = scheduler.chance(0.4) ? phones : phones.filter(() => scheduler.chance(0.5));
    for (const phone of gone) phone.setOnline(false);
    await scheduler.wait(scheduler.between(500, 300_000));
    for (const phone of gone) phone.setOnline(true);
  },
  clockJumps({ scheduler, phones }) {
    const phone = scheduler.pick(phones);
    if (phone) phone.device.skewMs = (scheduler.pick([-26, -2, 0, 0.2, 2, 50]) ?? 0) * 3_600_000;
    scheduler.trace(`${phone?.device.name} has its clock ${(phone?.device.skewMs ?? 0) / 3_600_000} h ahead`);
  },
  async update({ scheduler, phones }) {
    scheduler.pick(phones)?.update();
  },
  async eventEnds(day) {
    const { scheduler } = day;
    const event = scheduler.pick(EVENTS) ?? EVENTS[0];
    scheduler.trace(`${event} is over`);
    await setEnd(day, event, scheduler.now - 1_000);
    await scheduler.wait(scheduler.between(10_000, 900_000));
    if (scheduler.chance(0.5)) return;
    await setEnd(day, event, scheduler.now + 30 * 24 * 3_600_000);
    scheduler.trace(`${event} is open again`);
  },
  async suspended(day) {
    const { scheduler } = day;
    const fan = fanOf(day);
    scheduler.trace(`suspended: ${day.nameOf(fan.userId)}`);
    await trx(day, (open) => suspendUser(open, fan, { reason: '理由', lastDay: null }, new Date(scheduler.now)));
    await scheduler.wait(scheduler.between(10_000, 600_000));
    await trx(day, (open) => unsuspendUser(open, fan, new Date(scheduler.now)));
    scheduler.trace('not suspended any more');
  },
  async hidden(day) {
    const { site, scheduler } = day;
    const [photo] = await site.query<{ media_url: string }>('select media_url from photo order by media_url limit 1');
    if (!photo) return;
    scheduler.trace(`hidden ${photo.media_url}`);
    await trx(day, (open) => setPhotoHidden(open, CLUB, photo.media_url, new Date(scheduler.now)));
  },
  /** The fan ends all sign-ins from somewhere else. */
  async signedOutEverywhere({ scheduler, phones }) {
    const phone = scheduler.pick(phones);
    const page = phone?.anyPage();
    if (!phone || !page) return;
    scheduler.trace(`signs out everywhere on ${page.realm.name}`);
    await phone.on(page, ({ client }) => client.session.logoutEverywhere().catch(() => undefined));
  },
} as const satisfies Record<string, Doing>;

/** Begins all of a day's mishaps, one to three times each; ends when they have. */
export async function letHappen(day: Day, plan: Plan, untilMs: number): Promise<void> {
  const { scheduler, network } = day;
  network.weather = plan.weather;
  const each = plan.mishaps.flatMap((name) => Array.from({ length: scheduler.between(1, 3) }, () => name));
  await Promise.all(
    each.map(async (name) => {
      await scheduler.wait(scheduler.between(0, untilMs));
      await MISHAPS[name](day);
    }),
  );
}

export function clearUp({ network, phones, site }: Day): Promise<void> | void {
  network.weather = { ...FINE };
  for (const phone of phones) phone.setOnline(true);
  if (!site.isUp) return site.start();
}
