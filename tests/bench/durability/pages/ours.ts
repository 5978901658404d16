/** Our queue, wired as the product's page wires it; beside it runs the product's own service worker. */
import type { ClientConfig } from '../../../../src/contract/config.ts';
import { createBroadcast } from '../../../../src/platform/device/broadcast.ts';
import { createClockOffset } from '../../../../src/platform/device/clockOffset.ts';
import { refreshTokens } from '../../../../src/platform/identity/identityRefresh.ts';
import { createTokenStore } from '../../../../src/platform/identity/identityTokenStore.ts';
import { claimsOf, createTokenSource } from '../../../../src/platform/identity/identityTokens.ts';
import { createArrivalStore } from '../../../../src/platform/storage/arrivalStore.ts';
import { createClientDatabase } from '../../../../src/platform/storage/clientDatabase.ts';
import { createDrafts } from '../../../../src/platform/storage/drafts.ts';
import { createJobStore } from '../../../../src/platform/storage/jobStore.ts';
import { createLock } from '../../../../src/platform/storage/locks.ts';
import { createSendRulesStore } from '../../../../src/platform/storage/sendRulesStore.ts';
import { createPageOutbox } from '../../../../src/platform/upload/pageOutbox.ts';
import { createSender } from '../../../../src/platform/upload/sender.ts';
import { createObjectName, originalKey } from '../../../../src/rules/objectKeys.ts';
import { offer, photoBytes, registerWorker, splitPhoto } from './contender.ts';

const TENANT = 'bench';
const EVENT = { id: 'match', name: 'match', seasonId: null };
const config = (await (await fetch('/bench-config.json')).json()) as ClientConfig;
const database = createClientDatabase();
const store = createJobStore(database);
const drafts = createDrafts(database);
const kept = createTokenStore(database);
const tokens = createTokenSource({ store: kept, refresh: (old) => refreshTokens(config.identity, old) });
const clock = createClockOffset();
const outbox = createPageOutbox({
  store,
  lock: createLock({ database }),
  broadcast: createBroadcast(),
  rules: createSendRulesStore(database),
  arrivals: createArrivalStore(database),
  loadSender: async () => createSender({ config, tokens, clock, preparer: null, hasProgress: true }),
  sweepBytes: drafts.sweepBytes,
});

/** Photos of a post keep their names when the fan presses again. */
let names: string[] = [];

async function keepPhoto(n: number): Promise<string> {
  const known = names[n];
  if (known !== undefined) return known;
  const name = createObjectName();
  const { original, thumbnail } = splitPhoto(photoBytes(n));
  await drafts.addDraftPhoto(TENANT, name, new ArrayBuffer(1));
  await drafts.savePreparedPhoto(TENANT, name, { original, preview: null, thumbnail });
  names[n] = name;
  return name;
}

async function post(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await keepPhoto(n);
  const userId = (await kept.load())?.userId ?? '';
  await outbox.enqueue({
    userId,
    tenant: TENANT,
    event: EVENT,
    teamId: null,
    photos: names.map((name, n) => {
      const { original, thumbnail } = splitPhoto(photoBytes(n));
      return {
        name,
        mediaUrl: originalKey({ dir: 'ugc', tenant: TENANT, owner: EVENT.id, name }),
        step: 'ready',
        fileName: `${n}.jpg`,
        fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
        prepared: {
          width: 4000,
          height: 3000,
          color: '#336699',
          exif: null,
          originalBytes: original.byteLength,
          thumbnailBytes: thumbnail.byteLength,
        },
        error: null,
      };
    }),
  });
  names = [];
}

offer({
  async ready() {
    await registerWorker('/sw.js');
    outbox.start();
  },
  async signIn(idToken) {
    const { sub, auth_time } = claimsOf(idToken);
    await kept.save({
      userId: String(sub),
      session: String(auth_time),
      idToken,
      accessToken: idToken,
      refreshToken: idToken,
      expiresAt: Date.now() + 3_600_000,
    });
    void outbox.drain('login');
  },
  signOut: () => kept.clear(),
  post,
  async pending() {
    const jobs = await store.loadAll();
    return jobs.flatMap(({ photos }) => photos).filter(({ step }) => step !== 'registered').length;
  },
});
