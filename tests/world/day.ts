/** A day by its seed: fans post on two phones, change their minds, log out and in; whatever the plan has goes wrong; then all is well again. */
import { isPublic } from '../../src/outbox/stages.ts';
import { enterWorld, ORIGIN } from './browserGlobals.ts';
import { checkEnd, checkNow, checkShared } from './checks.ts';
import type { Client } from './clientBundle.ts';
import { BrowserRealm } from './device.ts';
import { ANNA, BEN, EVENTS, FANS, type Fan, PASSWORD } from './fans.ts';
import { Ledger, type Pressed } from './ledger.ts';
import { clearUp, letHappen, rollPlan } from './mishaps.ts';
import { Network } from './network.ts';
import { type Page, Phone } from './phone.ts';
import { Scheduler } from './scheduler.ts';
import type { SiteServer } from './siteServer.ts';

const MINUTE = 60_000;

export interface Day {
  readonly scheduler: Scheduler;
  readonly site: SiteServer;
  readonly network: Network;
  readonly phones: readonly Phone[];
  readonly ledger: Ledger;
  nameOf(userId: string): string;
}
export interface Lived {
  readonly digest: string;
  readonly events: number;
  /** As many were posted. */
  readonly photos: number;
  /** As many are public in the end. */
  readonly published: number;
}

/** Rejects with the seed, what broke, and the end of the trace. */
export async function liveDay(seed: number, site: SiteServer, load: () => Client, isVerbose = false): Promise<Lived> {
  const scheduler = new Scheduler(seed);
  scheduler.isVerbose = isVerbose;
  try {
    return await scheduler.drive(() => tellDay(scheduler, site, load));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const trace = isVerbose ? '' : `\n${scheduler.tail(60)}`;
    throw new Error(`seed ${seed}: ${why}${trace}`, { cause });
  } finally {
    enterWorld(null);
  }
}

async function tellDay(scheduler: Scheduler, site: SiteServer, load: () => Client): Promise<Lived> {
  const network = new Network(scheduler, ORIGIN, (request, from) => site.answer(request, from));
  enterWorld({ scheduler, network });
  await site.newDay(scheduler);
  const { config } = site;
  if (!config) throw new Error('The server has no configuration.');
  const phones = ['phone', 'tablet'].map((name) => new Phone(name, { scheduler, load, config }));
  const nameOf = (id: string): string => FANS.find((fan) => fan.id === id)?.email ?? id;
  const day: Day = { scheduler, site, network, phones, ledger: new Ledger(), nameOf };
  const plan = rollPlan(scheduler.random);
  scheduler.trace(JSON.stringify(plan));
  for (const phone of phones) await signIn(phone, ANNA);
  scheduler.onEvent = (realm) => {
    if (realm instanceof BrowserRealm && scheduler.chance(plan.killRate)) realm.die();
  };
  const length = scheduler.between(4, 16) * MINUTE;
  await Promise.all([letHappen(day, plan, length), ...phones.map((phone) => spendTime(day, phone, length, plan.tabs))]);
  scheduler.onEvent = () => undefined;
  await clearUp(day);
  scheduler.trace('all is well');
  await endWell(day);
  await site.settle();
  await checkEnd(day);
  const [row] = await site.query<{ published: number }>('select count(*)::int as published from photo');
  await site.crash();
  const { digest, events } = scheduler;
  return { digest: digest(), events, photos: day.ledger.photos.size, published: row?.published ?? 0 };
}

/** As the form does, until it has worked. */
async function signIn(phone: Phone, fan: Fan): Promise<boolean> {
  for (let tries = 0; tries < 5; tries += 1) {
    const page = phone.anyPage();
    const result = await phone.on(page, ({ client }) =>
      client.session.login(fan.email, PASSWORD).catch((error: unknown) => String(error)),
    );
    phone.scheduler.trace(`${page.realm.name} signs in ${fan.email}: ${JSON.stringify(result)}`);
    if (typeof result === 'object' && result !== null) return true;
    await phone.scheduler.wait(phone.scheduler.between(1_000, 20_000));
  }
  return false;
}

/** Who this page takes its fan for. */
function fanOn({ realm, services }: Page): Fan | null {
  const state = realm.run(() => services.client.session.getState());
  return state.status === 'signedIn' ? (FANS.find(({ id }) => id === state.user.id) ?? null) : null;
}

async function spendTime(day: Day, phone: Phone, length: number, tabs: number): Promise<void> {
  const { scheduler } = day;
  const end = scheduler.now + length;
  while (scheduler.now < end) {
    await scheduler.wait(scheduler.between(500, 60_000));
    while (phone.living.length < tabs) phone.open();
    await actOnce(day, phone);
    await checkNow(day);
  }
}

async function actOnce(day: Day, phone: Phone): Promise<void> {
  const { scheduler } = day;
  const page = phone.anyPage();
  const dice = scheduler.random();
  if (dice < 0.45) return post(day, phone, page);
  if (dice < 0.75) return meddle(day, phone, page);
  if (dice < 0.83) return changeFan(day, phone, page);
  if (dice < 0.9) return page.realm.die();
  const fan = fanOn(page) ?? scheduler.pick(FANS) ?? ANNA;
  if (fanOn(page) === null) await signIn(phone, fan);
}

async function post({ scheduler, ledger }: Day, phone: Phone, page: Page): Promise<void> {
  const fan = fanOn(page);
  if (fan === null) return;
  const eventId = scheduler.pick(EVENTS) ?? EVENTS[0];
  const job = await phone.pick(page, { userId: fan.id, eventId, count: scheduler.between(1, 3) }).catch(() => null);
  if (job === null) return;
  scheduler.trace(`${page.realm.name} posts ${job.photos.length} to ${eventId} as ${fan.email}`);
  ledger.press(phone, job);
  // A form whose page died has its photos still: its fan presses again.
  for (let tries = 0; tries < 20; tries += 1) {
    const taken = await phone.on(tries === 0 ? page : phone.anyPage(), ({ outbox }) =>
      outbox.enqueue(job).catch(() => null),
    );
    if (taken !== null) return;
    await scheduler.wait(1_000);
  }
  throw new Error('a post could not be made');
}

/** Pauses, goes on, edits, moves, cancels a post that waits. */
async function meddle({ scheduler, ledger }: Day, phone: Phone, page: Page): Promise<void> {
  const fan = fanOn(page);
  const open = (await phone.readJobs()).filter(({ userId, state }) => userId === fan?.id && state !== 'done');
  const job = scheduler.pick(open);
  if (!job) return;
  const dice = scheduler.random();
  const act = (what: string, work: (outbox: Page['services']['outbox']) => Promise<unknown>) => {
    scheduler.trace(`${page.realm.name} ${what} ${job.id}`);
    return phone.on(page, ({ outbox }) => work(outbox).catch(() => undefined));
  };
  if (dice < 0.2) await act('pauses', (outbox) => outbox.pause(job.id));
  else if (dice < 0.4) await act('resumes', (outbox) => outbox.resume(job.id));
  else if (dice < 0.6) await act('sends', (outbox) => outbox.sendNow(job.id));
  else if (dice < 0.9) {
    const id = job.event.id === 'open' ? 'limited' : 'open';
    const before = new Map(ledger.ofJob(job.id).map((photo) => [photo, new Set(photo.events)]));
    for (const photo of before.keys()) photo.events.add(id);
    const isMoved = await act(`moves to ${id}`, (outbox) =>
      outbox.move(job.id, { event: { id, name: id, seasonId: null }, locations: [] }),
    );
    if (typeof isMoved === 'boolean') await noteMove(before, { phone, jobId: job.id, to: isMoved ? id : null });
  } else {
    for (const photo of ledger.ofJob(job.id)) photo.isCancelled = true;
    await act('cancels', (outbox) => outbox.cancel(job.id));
  }
}

/** The fan was told whether the post has moved: from now on there is one event each of its photos may be in, but for those public before. */
async function noteMove(
  before: ReadonlyMap<Pressed, Set<string>>,
  { phone, jobId, to }: { readonly phone: Phone; readonly jobId: string; readonly to: string | null },
): Promise<void> {
  const job = (await phone.readJobs()).find(({ id }) => id === jobId);
  const open = new Set(job?.photos.filter((photo) => !isPublic(photo)).map(({ name }) => name));
  for (const [photo, events] of before)
    if (to === null) photo.events = events;
    else if (open.has(photo.name)) photo.events = new Set([to]);
}

/** The fan logs out, and another one may take the phone. */
async function changeFan(day: Day, phone: Phone, page: Page): Promise<void> {
  const { scheduler } = day;
  const fan = fanOn(page);
  if (fan === null) return;
  scheduler.trace(`${page.realm.name} logs out ${fan.email}`);
  const isDone = await phone.on(page, ({ client }) => client.session.logout().then(() => true)).catch(() => null);
  if (isDone === null) return;
  await scheduler.wait(scheduler.between(50, 30_000));
  await signIn(phone, scheduler.chance(0.6) ? (fan === ANNA ? BEN : ANNA) : fan);
}

/** Each fan comes back to each phone, and waits until nothing moves any more. */
async function endWell(day: Day): Promise<void> {
  const { scheduler } = day;
  for (const phone of day.phones)
    for (const fan of FANS) {
      for (const { realm } of phone.living) realm.die();
      const page = phone.open();
      await scheduler.wait(5_000);
      const before = fanOn(page);
      if (before !== null && before !== fan) {
        await phone.on(page, ({ client }) => client.session.logout());
        await scheduler.wait(15 * MINUTE);
        await checkShared(day, phone, before);
      }
      // Also where the old sign-in looks good: the server may have ended it.
      if (!(await signIn(phone, fan))) throw new Error(`${fan.email} cannot sign in`);
      for (const job of await phone.readJobs())
        if (job.userId === fan.id && job.state === 'paused')
          await phone.on(page, ({ outbox }) => outbox.resume(job.id));
      await untilStill(phone, fan);
    }
}

async function untilStill(phone: Phone, fan: Fan): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    const jobs = (await phone.readJobs()).filter(({ userId }) => userId === fan.id);
    if (jobs.every(({ state }) => state === 'done' || state === 'refused')) return;
    await phone.scheduler.wait(MINUTE);
  }
  const left = (await phone.readJobs()).filter(({ userId, state }) => userId === fan.id && state !== 'done');
  const words = left.map(({ id, state, error, event, photos }) => [
    id,
    state,
    error,
    event.id,
    photos.map(({ step }) => step),
  ]);
  throw new Error(`never ends: ${JSON.stringify(words)}`);
}
