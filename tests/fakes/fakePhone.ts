/** A whole device with its server: starts processes, each with an outbox of its own, on one storage. */
import type { NewJob } from '../../src/outbox/client.ts';
import type { DrainOutcome } from '../../src/outbox/drainPass.ts';
import type { JobPhoto } from '../../src/outbox/job.ts';
import { createOutbox, type Outbox } from '../../src/outbox/outbox.ts';
import type { Lock, OutboxMessage } from '../../src/outbox/ports.ts';
import type { PostReport } from '../../src/outbox/reports.ts';
import type { SendBlockedReason } from '../../src/outbox/sendRules.ts';
import { CLUB } from '../support/tenants.ts';
import { createFakeObjects, createFakeOwner, createFakePreparer, createFakeRegistry, Server } from './fakeServer.ts';
import { createFakeStore, Device } from './fakeStore.ts';
import { type Kill, Process, World } from './world.ts';

export interface Running {
  readonly process: Process;
  readonly outbox: Outbox;
  /** The outcome, or 'died' when the process was killed on the way. */
  drain(): Promise<DrainOutcome | 'died'>;
}

export class Phone {
  readonly world: World;
  readonly device = new Device();
  readonly server = new Server();
  readonly messages: OutboxMessage[] = [];
  readonly reports: PostReport[] = [];
  /** Chance that a lock held by somebody alive is taken over, as from a frozen tab. */
  stealChance = 0;
  /** Why nothing may leave by itself: the fan's rules and the line. */
  hold: SendBlockedReason | null = null;
  /** Why no original that follows may. */
  holdOriginals: SendBlockedReason | null = null;
  /** What the page read of the server when it came up; null: what is true now. */
  saysPreviewFirst: boolean | null = null;
  #holder: { readonly process: Process } | null = null;

  constructor(seed: number, world = new World(seed)) {
    this.world = world;
  }

  start(options: { kill?: Kill; canPrepare?: boolean; process?: Process } = {}): Running {
    const { world, server } = this;
    const process = options.process ?? new Process(world, options.kill ?? null);
    const outbox = createOutbox({
      store: createFakeStore(this.device, process),
      clock: { now: () => world.now },
      random: world.random,
      lock: this.#createLock(process),
      sendBlockedReason: (stage) =>
        process
          .call('hold', stage, () => ({ post: this.hold, originals: this.hold ?? this.holdOriginals })[stage])
          .catch(() => null),
      announcer: { announce: (message) => void this.messages.push(message) },
      onReport: (report) => void this.reports.push(report),
      loadSender: async () => ({
        objects: createFakeObjects(server, process),
        registry: createFakeRegistry(server, process),
        preparer: options.canPrepare === false ? null : createFakePreparer(process),
        owner: createFakeOwner(server, process),
        network: { probe: () => process.call('probe', '', () => server.isReachable).catch(() => false) },
        isPreviewFirst: this.saysPreviewFirst ?? server.isPreviewFirst,
      }),
    });
    return { process, outbox, drain: () => Promise.race([outbox.drain('start'), process.died]) };
  }

  #createLock(process: Process): Lock {
    return {
      withLock: async (_name, run) => {
        const held = this.#holder && !this.#holder.process.isDead;
        if (held && this.world.random() >= this.stealChance) return false;
        const mine = { process };
        this.#holder = mine;
        try {
          await run({ renew: () => process.call('renew', '', () => this.#holder === mine) });
        } finally {
          if (this.#holder === mine) this.#holder = null;
        }
        return true;
      },
    };
  }

  /** Picks photos as the form does: bytes first, then the post. */
  pick(name: string, count: number, options: { userId?: string; eventId?: string; damaged?: number } = {}): NewJob {
    const eventId = options.eventId ?? 'event-1';
    const photos = Array.from({ length: count }, (_, index): JobPhoto => {
      const photoName = `${name}${index}`.padEnd(20, 'x');
      const content = new Uint8Array(300 + index).fill(options.damaged === index ? 0 : 0xff);
      this.device.put({ photoName, part: 'source' }, content);
      return {
        name: photoName,
        mediaUrl: `ugc/${CLUB}/${eventId}/original/${photoName}.jpg`,
        step: 'picked',
        fileName: `${name}${index}.jpg`,
        fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
        prepared: null,
        error: null,
      };
    });
    return {
      userId: options.userId ?? 'fan-1',
      tenant: CLUB,
      event: { id: eventId, name: '試合', seasonId: null },
      teamId: null,
      photos,
    };
  }

  get waiting(): string[] {
    return [...this.device.jobs.values()].filter((job) => job.state !== 'done').map((job) => job.id);
  }
}
