/**
 * Lives a trace of the model on the real queue: the same calls land, fail and are answered in the same order, the same processes die.
 * After every moment the whole picture must be the model's: job, photos, bytes, objects, registry, and the calls on the line.
 */
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { Phone, type Running } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import { lineOf, lineOfModel, pictureOfModel, pictureOfPhone } from './abstraction.ts';
import { type HeldCall, HeldProcess } from './heldProcess.ts';
import type { ModelCall, ModelEvent, ModelState, Moment } from './traces.ts';

interface Context extends Running {
  readonly process: HeldProcess;
  isDraining: boolean;
}

type Name = 'page' | 'worker';

class Replay {
  /** The dice always show the least: the shortest wait, no delay, every put vouched for. */
  readonly phone = new Phone(0, new World(0, () => 0));
  readonly #contexts = new Map<string, Context>();
  /** Requests nobody waits for any more, by the model's name for them. */
  readonly #wire = new Map<string, HeldCall[]>();
  jobId = '';

  async begin(): Promise<void> {
    this.phone.server.isPreviewFirst = true;
    const job = this.phone.pick('a', 2);
    const photos = job.photos.map((photo) => ({ ...photo, fields: { ...photo.fields, comment: '0' } }));
    const { jobId } = await this.#context('page').outbox.enqueue({ ...job, photos });
    this.jobId = jobId ?? '';
  }

  /** The process of this name; killed ones come back. */
  #context(name: string): Context {
    const known = this.#contexts.get(name);
    if (known && !known.process.isDead) return known;
    const process = new HeldProcess(this.phone.world);
    const fresh = { ...this.phone.start({ process, canPrepare: name === 'page' }), process, isDraining: false };
    this.#contexts.set(name, fresh);
    return fresh;
  }

  async live({ kind, sender, call, value }: ModelEvent, before: ModelState, after: ModelState): Promise<void> {
    const { world, server } = this.phone;
    if (kind === 'drain' || kind === 'steal') this.#drain(this.#context(sender), kind === 'steal');
    else if (kind === 'kill') this.#kill(sender, before);
    else if (kind === 'landLate') this.#wire.get(JSON.stringify(call))?.shift()?.land();
    else if (kind === 'signIn') server.signIn(`fan-${value}`);
    else if (kind === 'revoke') server.revoke();
    else if (kind === 'jump' || kind === 'wait') world.now += value * 1_000;
    else if (kind === 'lose') this.#lose(before, after);
    else if (call.what !== '') this.#answer(kind, sender, call);
    else await this.#fan(kind, after);
    // Everything that does not wait for the line is over by then.
    await setImmediate();
  }

  #drain(context: Context, isStolen: boolean): void {
    this.phone.stealChance = isStolen ? 1 : 0;
    context.isDraining = true;
    void context.drain().finally(() => {
      context.isDraining = false;
    });
    this.phone.stealChance = 0;
  }

  #kill(sender: string, before: ModelState): void {
    const context = this.#context(sender);
    for (const call of before.senders[sender]?.calls ?? [])
      if (call.reply === '' && (call.what === 'put' || call.what === 'register'))
        this.#keepOnWire(call, this.#heldOf(context, call));
    context.process.die();
    this.#contexts.delete(sender);
  }

  #heldOf({ process }: Context, call: ModelCall): HeldCall {
    const found = process.held.find((held) => lineOf(held) === lineOfModel(call));
    if (!found) throw new Error(`the queue has no call ${lineOfModel(call)} on the line`);
    return found;
  }

  #keepOnWire(call: ModelCall, held: HeldCall): void {
    const key = JSON.stringify(call);
    this.#wire.set(key, [...(this.#wire.get(key) ?? []), held]);
  }

  #answer(kind: string, sender: string, call: ModelCall): void {
    const context = this.#context(sender);
    const held = this.#heldOf(context, call);
    if (kind === 'land') {
      held.land();
      return;
    }
    context.process.held.splice(context.process.held.indexOf(held), 1);
    if (kind === 'failLate') this.#keepOnWire(call, held);
    if (kind === 'answer') held.answer();
    else held.giveUp();
  }

  #lose(before: ModelState, after: ModelState): void {
    const kept = new Set(after.objects.map((object) => JSON.stringify(object)));
    for (const object of before.objects) {
      if (kept.has(JSON.stringify(object))) continue;
      const { photo, event, part } = object;
      for (const key of this.phone.server.objects.keys())
        if (key.includes(`event-${event}/${part}/a${photo}`)) this.phone.server.objects.delete(key);
    }
  }

  async #fan(kind: string, { job }: ModelState): Promise<void> {
    const { outbox } = this.#context('page');
    const id = this.jobId;
    const present = this.phone.device.jobs.get(id);
    if (kind === 'pause') await outbox.pause(id);
    else if (kind === 'resume') await outbox.resume(id);
    else if (kind === 'cancel') await outbox.cancel(id);
    else if (kind === 'edit') {
      const comment = String(job.words);
      const fields = present?.photos.map((photo) => [photo.name, { ...photo.fields, comment }]) ?? [];
      await outbox.edit(id, { fields: Object.fromEntries(fields), teamId: null });
    } else if (kind === 'move') {
      const eventId = `event-${job.event}`;
      await outbox.move(id, { event: { id: eventId, name: eventId, seasonId: null }, locations: [] });
    }
  }

  picture() {
    const stateOf = (name: Name) => {
      const context = this.#contexts.get(name);
      return { isDraining: context?.isDraining ?? false, held: context?.process.held ?? [] };
    };
    return pictureOfPhone(this.phone, this.jobId, { page: stateOf('page'), worker: stateOf('worker') });
  }
}

/** Fails where the queue's picture is another one than the model's, with all that happened until then. */
export async function replay(trace: readonly Moment[]): Promise<void> {
  const replayed = new Replay();
  await replayed.begin();
  const told: string[] = [];
  for (const [index, { event, state }] of trace.entries()) {
    const before = trace[index - 1]?.state;
    if (before) {
      told.push(`${event.kind} ${event.sender} ${lineOfModel(event.call)} ${event.value}`);
      await replayed.live(event, before, state);
    }
    expect(replayed.picture(), `the queue after:\n${told.join('\n')}`).toEqual(pictureOfModel(state));
  }
}
