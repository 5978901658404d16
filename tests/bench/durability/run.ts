/** One post of one contender under one fault, its browser killed at one step. */
import type { BrowserContext, Page } from '@playwright/test';
import { openPhone, type Phone } from '../../journeys/support/phone.ts';
import { type BenchFile, pageAddress } from './bundle.ts';
import { type FaultServer, openFaultServer } from './faultServer.ts';
import { distinct } from './ledger.ts';
import type { Contender } from './pages/contender.ts';
import {
  type ContenderName,
  FAULT_AFTER_KILL_MS,
  FAULT_BEFORE_KILL_MS,
  type FaultName,
  type Help,
  PHOTO_BYTES,
  PHOTOS,
  type Row,
  type StepName,
  scriptOf,
} from './plan.ts';
import { tokenOf } from './tokens.ts';

const CLOCK_AHEAD_MS = 2 * 3_600_000;
const STEP_PATIENCE_MS = 15_000;
/** Nothing held and nothing heard for this long: what is missing is lost. */
const LOST_AFTER_MS = 3_000;
/** Something held, but nothing heard for this long: it will not go by itself. Longer than the first back-offs of all. */
const STUCK_AFTER_MS = 20_000;
const NEXT_SYNCS = 2;
/** A queue that keeps trying and never gets through. */
const PATIENCE_MS = 90_000;

const FIRST = tokenOf({ sub: 'fan', auth_time: 1 });
const OTHER = tokenOf({ sub: 'other', auth_time: 2 });
const AGAIN = tokenOf({ sub: 'fan', auth_time: 3 });

/** Faults that change what the server or the line does. */
const LINE_FAULTS: ReadonlySet<FaultName> = new Set(['offline', 'flapping', '500', 'landed', 'portal', '401']);

declare const contender: Contender;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Runs in every page before anything else: a clock that can go wrong. */
function bendClock(): void {
  if (!location.protocol.startsWith('http')) return;
  const real = Date;
  const shift = () => Number(localStorage.getItem('clock-ahead') ?? 0);
  const bent = function (this: unknown, ...given: unknown[]) {
    if (!new.target) return new real(real.now() + shift()).toString();
    return given.length > 0 ? Reflect.construct(real, given) : new real(real.now() + shift());
  };
  Object.setPrototypeOf(bent, real);
  bent.prototype = real.prototype;
  Object.assign(bent, { now: () => real.now() + shift() });
  Object.assign(globalThis, { Date: bent });
}

interface Stage {
  readonly name: ContenderName;
  readonly fault: FaultName;
  readonly server: FaultServer;
  readonly phone: Phone;
}

async function openPage({ name, server }: Stage, page: Page): Promise<void> {
  await page.goto(server.url + pageAddress(name));
  await page.waitForFunction(() => 'contender' in globalThis);
  await page.evaluate(() => contender.ready());
}

async function openPages(stage: Stage): Promise<Page> {
  const { fault, phone } = stage;
  await phone.context.addInitScript(bendClock);
  const { page } = phone;
  const pages = fault === 'tabs' ? [page, await phone.context.newPage()] : [page];
  for (const one of pages) await openPage(stage, one);
  return page;
}

const signIn = (page: Page, token: string) => page.evaluate((given) => contender.signIn(given), token);

async function overrideQuota({ context }: Phone, page: Page, origin: string, quotaSize: number | null): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize === null ? {} : { quotaSize }) });
}

/** The fault begins, or goes on after the browser came back. */
async function impose(stage: Stage, isBack: boolean): Promise<void> {
  const { fault, server, phone } = stage;
  const { page, context } = phone;
  server.fault = fault;
  if (fault === 'offline') await context.setOffline(true);
  if (fault === 'flapping') void flap(server, context);
  if (fault === '401') server.ledger.revoked.add(FIRST);
  if (fault === 'clock') await page.evaluate((ms) => localStorage.setItem('clock-ahead', String(ms)), CLOCK_AHEAD_MS);
  if (fault === 'quota') await overrideQuota(phone, page, server.url, 1);
  if (fault === 'logout') await (isBack ? signIn(page, OTHER) : page.evaluate(() => contender.signOut()));
}

/** Down and up, a third of a second each, as long as the fault lasts. */
async function flap(server: FaultServer, context: BrowserContext): Promise<void> {
  const set = async (isDown: boolean) => {
    server.isDown = isDown;
    await context.setOffline(isDown).catch(() => undefined);
    await pause(330);
  };
  while (server.fault === 'flapping') {
    await set(true);
    await set(false);
  }
}

/** All is well again; the fan does what a fan does: signs in again, presses again if told so. */
async function lift({ fault, server, phone }: Stage, wasTold: boolean): Promise<void> {
  const { page, context } = phone;
  server.fault = null;
  if (fault === 'offline') await context.setOffline(false);
  if (fault === 'clock') await page.evaluate(() => localStorage.removeItem('clock-ahead'));
  if (fault === 'quota') await overrideQuota(phone, page, server.url, null);
  if (fault === 'logout') await page.evaluate(() => contender.signOut());
  if (fault === '401' || fault === 'logout') await signIn(page, AGAIN);
  if (wasTold) await page.evaluate((count) => contender.post(count), PHOTOS);
}

const post = (page: Page): Promise<boolean> =>
  page
    .evaluate((count) => contender.post(count), PHOTOS)
    .then(
      () => true,
      () => false,
    );

const within = <T>(ms: number, wait: Promise<T>): Promise<boolean> =>
  Promise.race([wait.then(() => true), pause(ms).then(() => false)]);

/** Up to the kill. */
async function playUntilKill(stage: Stage, step: StepName): Promise<{ isReached: boolean; isTaken: boolean }> {
  const { server, fault } = stage;
  const page = await openPages(stage);
  await signIn(page, FIRST);
  if (step === 'before') {
    // Whoever is signed out cannot post: the logout comes right after it.
    if (fault !== 'logout') await impose(stage, false);
    const isTaken = await post(page);
    if (fault === 'logout') await impose(stage, false);
    if (LINE_FAULTS.has(fault)) await pause(FAULT_BEFORE_KILL_MS);
    return { isReached: true, isTaken };
  }
  const reached = step === 'idle' ? untilAllDone(stage) : server.reach(step);
  const isTaken = await post(page);
  const isReached = await within(STEP_PATIENCE_MS, reached);
  await impose(stage, false);
  // With the others nothing on the line changes: the request at hand is under way when the browser dies.
  if (LINE_FAULTS.has(fault)) server.release();
  await pause(FAULT_BEFORE_KILL_MS);
  return { isReached, isTaken };
}

const pendingOf = (page: Page): Promise<number> => page.evaluate(() => contender.pending());

async function untilAllDone({ server, phone }: Stage): Promise<void> {
  while (distinct(server.ledger).size < PHOTOS || (await pendingOf(phone.page)) > 0) await pause(100);
}

/** Until all is there, or nothing more comes. Gives what it took, and what is stuck. */
async function untilSettled(stage: Stage): Promise<{ help: Help; pending: number }> {
  const { name, fault, server, phone } = stage;
  const { ledger } = server;
  const isWorkbox = scriptOf(name) === 'workbox';
  const began = Date.now();
  let help: Help = 'none';
  let syncs = 0;
  // The browser syncs as soon as it has signal. Its pages were loaded over the line here, so that it took it for there all along.
  if (isWorkbox && (fault === 'offline' || fault === 'flapping')) await fireSync(phone, server.url);
  let quietSince = Date.now();
  for (;;) {
    await pause(200);
    const pending = await pendingOf(phone.page);
    quietSince = Math.max(quietSince, ledger.lastHeardAt);
    const quietMs = Date.now() - quietSince;
    const isAllThere = distinct(ledger).size === PHOTOS;
    if (pending === 0 && quietMs > (isAllThere ? 1_000 : LOST_AFTER_MS)) return { help, pending };
    if (Date.now() - began > PATIENCE_MS) return { help, pending };
    // Workbox sends nothing between two syncs; the others have back-offs.
    if (quietMs <= (isWorkbox ? LOST_AFTER_MS : STUCK_AFTER_MS)) continue;
    if (help === 'none') {
      help = 'reopened';
      await openPage(stage, phone.page);
    } else if (isWorkbox && syncs < NEXT_SYNCS) {
      help = 'synced';
      syncs += 1;
      await fireSync(phone, server.url);
    } else return { help, pending };
    quietSince = Date.now();
  }
}

async function fireSync({ context, page }: Phone, origin: string): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const registrationId = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin));
      if (found) done(found.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registrationId,
    tag: 'workbox-background-sync:photos',
    lastChance: false,
  });
  await cdp.detach();
}

export async function runOnce(
  files: ReadonlyMap<string, BenchFile>,
  { contender: name, fault, step }: Pick<Row, 'contender' | 'fault' | 'step'>,
): Promise<Row> {
  const server = await openFaultServer(files);
  const phone = await openPhone({ isMobile: false, isWhole: true });
  const stage: Stage = { name, fault, server, phone };
  try {
    const { isReached, isTaken } = await playUntilKill(stage, step);
    server.fault = server.fault === 'flapping' ? 'offline' : server.fault;
    await phone.kill();
    server.drop();
    await phone.open();
    await openPages(stage);
    await impose(stage, true);
    await pause(FAULT_AFTER_KILL_MS);
    const liftedAt = Date.now();
    await lift(stage, !isTaken);
    const { help, pending } = await untilSettled(stage);
    return rowOf(stage, { step, isReached, wasTold: !isTaken, liftedAt, help, pending });
  } finally {
    server.fault = null;
    await phone.close();
    await server.close();
  }
}

interface Outcome extends Pick<Row, 'step' | 'isReached' | 'wasTold' | 'help'> {
  readonly liftedAt: number;
  readonly pending: number;
}

function rowOf({ name, fault, server }: Stage, { liftedAt, pending, ...row }: Outcome): Row {
  const { ledger } = server;
  const arrived = distinct(ledger).size;
  const lost = PHOTOS - arrived;
  const lastAt = Math.max(0, ...ledger.registered.map(({ at }) => at));
  return {
    contender: name,
    fault,
    ...row,
    lost,
    stuck: Math.min(pending, lost),
    doubled: ledger.registered.length - arrived,
    foreign: ledger.registered.filter(({ user }) => user !== 'fan').length,
    drainMs: lost > 0 || lastAt < liftedAt || row.help !== 'none' ? null : lastAt - liftedAt,
    sentBytes: ledger.sentBytes,
    neededBytes: PHOTOS * PHOTO_BYTES,
  };
}
