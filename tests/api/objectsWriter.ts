/** Puts pictures one after another until it is killed, and tells the key of each one that was acknowledged. */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createEmbeddedObjectStore } from '../../server/objects/embeddedObjectStore.ts';
import { CLUB } from '../support/tenants.ts';

const [dir = '', round = '0'] = process.argv.slice(2);
const store = await createEmbeddedObjectStore({
  dir,
  bucket: 'photos',
  region: 'ap-northeast-1',
  secretFor: () => '',
  openSession: () => null,
  mayWrite: () => true,
  isEnded: async () => false,
  uploads: { reserve: async () => '', release: async () => {} },
  maxBytes: 10_000_000,
  now: Date.now,
  onError: console.error,
});
for (let n = 0; ; n += 1) {
  const key = `ugc/${CLUB}/event1/original/R${round.padStart(3, '0')}N${String(n).padStart(15, '0')}.jpg`;
  const bytes = Buffer.alloc(1_000_000, createHash('sha256').update(key).digest());
  bytes.set([0xff, 0xd8, 0xff]);
  await store.put(key, bytes, 'fan-a');
  writeSync(1, `${key}\n`);
}
