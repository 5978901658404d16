/** The set-up that the tests of the identity provider share. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import {
  createDevice,
  type Device,
  openTestDatabase,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';

/** What the hooks of a file fill: its database, and for each test a server copy and a device. */
interface OwnIdentity {
  readonly db: Kysely<Database>;
  /** A test may start another copy in its place. */
  identity: TestIdentity;
  readonly device: Device;
}

/**
 * A database for the file. Each test has a new server copy, which the library's requests reach, and a new device.
 * @param options `forgets`: tables of counts that a test must not inherit from the one before
 */
export function withIdentity({
  forgets = [],
}: {
  readonly forgets?: readonly ('identity_limit' | 'identity_nonce')[];
} = {}): OwnIdentity {
  const own = {} as { -readonly [Name in keyof OwnIdentity]: OwnIdentity[Name] };
  beforeAll(async () => {
    own.db = await openTestDatabase();
  });
  beforeEach(async () => {
    for (const table of forgets) await own.db.deleteFrom(table).execute();
    own.identity = await startIdentity(own.db);
    routeFetchTo(own.identity);
    own.device = createDevice();
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await own.db.destroy();
  });
  return own;
}
