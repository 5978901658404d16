/** The queue in the worker: the same core as in the page, wired once a worker's life and only when it is needed (QUE-02). */
import * as v from 'valibot';
import { ClientConfig } from '../src/contract/config.ts';
import { AppError } from '../src/contract/errors.ts';
import { createOutbox, type Outbox } from '../src/outbox/outbox.ts';
import type { SenderPorts } from '../src/outbox/ports.ts';
import { createBroadcast } from '../src/platform/broadcast.ts';
import { createClockOffset } from '../src/platform/clockOffset.ts';
import { createDatabase, type Database } from '../src/platform/database.ts';
import { refreshTokens } from '../src/platform/identityRefresh.ts';
import { createTokenStore } from '../src/platform/identityTokenStore.ts';
import { createTokenSource } from '../src/platform/identityTokens.ts';
import { prepareJpeg } from '../src/platform/images/prepareJpeg.ts';
import { createJobStore } from '../src/platform/jobStore.ts';
import { createLock } from '../src/platform/locks.ts';
import { createSender } from '../src/platform/sender.ts';
import { createKeptRules } from '../src/platform/sendRules.ts';
import { drainPatiently } from './drainPatiently.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
let outbox: Outbox | null = null;

/** Sends what is due; rejects when something is left that another try may bring through. */
export function drainOutbox(): Promise<void> {
  outbox ??= createWorkerOutbox();
  const queue = outbox;
  return drainPatiently(() => queue.drain('sync'), {
    now: Date.now,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    isReplaced: () => worker.registration.waiting !== null,
  });
}

function createWorkerOutbox(): Outbox {
  const database = createDatabase();
  let sender: Promise<SenderPorts> | null = null;
  return createOutbox({
    store: createJobStore(database),
    clock: Date,
    random: Math.random,
    lock: createLock({ database }),
    announcer: createBroadcast(),
    hold: createKeptRules(database).hold,
    loadSender() {
      sender ??= createWorkerSender(database).catch((error: unknown) => {
        sender = null;
        throw error;
      });
      return sender;
    },
  });
}

async function createWorkerSender(database: Database): Promise<SenderPorts> {
  const config = await fetchConfig();
  const tokens = createTokenSource({
    store: createTokenStore(database),
    refresh: (old) => refreshTokens(config.identity, old),
  });
  return createSender({
    config,
    tokens,
    clock: createClockOffset(),
    // A worker cannot start another; it decodes on its own thread, one picture at a time.
    preparer: typeof OffscreenCanvas === 'undefined' ? null : { prepare: prepareJpeg },
    hasProgress: false,
  });
}

/** Straight from the network: where there is none, there is nothing to send to. */
async function fetchConfig(): Promise<ClientConfig> {
  try {
    const answer = await fetch('/config.json', { cache: 'no-store', redirect: 'error' });
    return v.parse(ClientConfig, await answer.json());
  } catch (cause) {
    throw new AppError('NETWORK', 'later', { cause });
  }
}
