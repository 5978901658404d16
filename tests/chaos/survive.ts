/** The queue on a bad day: two posts, several tabs, a fan who meddles, and whatever the seed has in store. */
import type { NewJob } from '../../src/outbox/client.ts';
import { Phone, type Running } from '../fakes/fakePhone.ts';
import { Rules } from './rules.ts';
import { type BadDay, impose, rollBadDay } from './schedule.ts';

/** Drains after which a schedule counts as endless. */
const MAX_ROUNDS = 400;

/** Puts a post into a fresh process, killed processes replaced, until it is safe. */
async function enqueueSurely(phone: Phone, job: NewJob): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { outbox, process } = phone.start();
    const end = await Promise.race([outbox.enqueue(job).catch(() => 'failed'), process.died]);
    process.die();
    if (end !== 'failed' && end !== 'died') return;
  }
  throw new Error('could not enqueue');
}

const isOver = (phone: Phone): boolean => phone.waiting.length === 0;

/** What a fan does now and then: pauses one or all, goes on, writes other words, takes another event, cancels the second post or its originals. */
async function meddle(phone: Phone, tab: Running, rules: Rules): Promise<void> {
  const { random } = phone.world;
  const jobId = phone.waiting[Math.floor(random() * phone.waiting.length)];
  if (!jobId) return;
  const dice = random();
  if (dice < 0.25) await tab.outbox.pause(jobId);
  else if (dice < 0.5) await tab.outbox.sendNow(jobId);
  else if (dice < 0.65) await edit(phone, tab, jobId);
  else if (dice < 0.78) {
    const id = `event-${1 + Math.floor(random() * 2)}`;
    rules.allowMove(jobId, id);
    await tab.outbox.move(jobId, { event: { id, name: id, seasonId: null }, locations: [] });
  } else if (dice < 0.9) {
    phone.hold = phone.hold === null ? 'paused' : null;
    await tab.outbox.clearForceSend();
  } else if (dice < 0.94) {
    phone.holdOriginals = phone.holdOriginals === null ? 'metered' : null;
    await tab.outbox.clearForceSend(['originals']);
  } else if (jobId.startsWith('b')) {
    rules.dropped.add(jobId);
    if (random() < 0.4) return tab.outbox.dropOriginals(jobId);
    rules.cancelled.add(jobId);
    await tab.outbox.cancel(jobId);
  }
}

/** Also in the middle of a drain: that is where an edit could cross a registration. */
async function meddleLater(phone: Phone, tab: Running, rules: Rules): Promise<void> {
  const turns = Math.floor(phone.world.random() * 400);
  for (let turn = 0; turn < turns; turn += 1) await null;
  await meddle(phone, tab, rules);
}

async function edit(phone: Phone, tab: Running, jobId: string): Promise<void> {
  const job = phone.device.jobs.get(jobId);
  if (!job) return;
  const comment = `words ${Math.floor(phone.world.random() * 1_000)}`;
  const fields = Object.fromEntries(job.photos.map((photo) => [photo.name, { ...photo.fields, comment }]));
  await tab.outbox.edit(jobId, { fields, teamId: null });
}

/** Somewhere in the middle of what the first tab does. */
async function drainLater(phone: Phone, tab: Running): ReturnType<Running['drain']> {
  const turns = Math.floor(phone.world.random() * 250);
  for (let turn = 0; turn < turns; turn += 1) await null;
  return tab.drain();
}

async function live(phone: Phone, day: BadDay, rules: Rules): Promise<void> {
  const kills = [...day.kills];
  const start = (): Running => {
    const kill = kills.shift();
    return phone.start({ ...(kill ? { kill } : {}), canPrepare: phone.world.random() < 0.8 });
  };
  let tabs = Array.from({ length: day.tabs }, start);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const drains = tabs.map((tab, index) => (index === 0 ? tab.drain() : drainLater(phone, tab)));
    const fan = tabs[0];
    if (fan && round < 30 && phone.world.random() < 0.4)
      await Promise.race([meddleLater(phone, fan, rules).catch(() => undefined), fan.process.died]);
    const outcomes = await Promise.all(drains);
    if (isOver(phone)) return;
    const waits = outcomes.map((outcome) => (outcome === 'died' ? 0 : (outcome.nextAt ?? 0)));
    phone.world.now = Math.max(phone.world.now + 1_000, Math.min(...waits));
    const { signedIn, liveSession } = phone.server;
    const isAway = signedIn?.session !== liveSession || signedIn.userId !== 'fan-1';
    if (isAway && phone.world.random() < 0.5) phone.server.signIn('fan-1');
    if (round > 60) phone.hold = phone.holdOriginals = null;
    if (round > 60) for (const tab of tabs) if (!tab.process.isDead) await unpause(phone, tab);
    // Some tabs are closed, killed ones come back.
    tabs = tabs.map((tab) => {
      if (!tab.process.isDead && phone.world.random() >= 0.2) return tab;
      tab.process.die();
      return start();
    });
  }
  const left = phone.waiting.map((id) => JSON.stringify(phone.device.jobs.get(id)));
  throw new Error(`never ends: ${left.join('\n')}`);
}

async function unpause(phone: Phone, tab: Running): Promise<void> {
  for (const id of phone.waiting)
    if (phone.device.jobs.get(id)?.state === 'paused')
      await Promise.race([tab.outbox.resume(id).catch(() => undefined), tab.process.died]);
}

/** Two posts through the bad day of a seed, or of `imposed` where it says so. Rejects with the seed in its message when a rule breaks. */
export async function survive(seed: number, imposed?: Partial<BadDay>): Promise<Phone> {
  try {
    return await liveThrough(seed, imposed);
  } catch (cause) {
    throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

async function liveThrough(seed: number, imposed?: Partial<BadDay>): Promise<Phone> {
  const phone = new Phone(seed);
  const day = { ...rollBadDay(phone.world.random), ...imposed };
  const jobs = [phone.pick('a', 4), phone.pick('b', 2)];
  const rules = new Rules(phone, jobs);
  impose(day, phone);
  for (const job of jobs) await enqueueSurely(phone, job);
  await live(phone, day, rules);
  rules.checkEnd();
  return phone;
}
