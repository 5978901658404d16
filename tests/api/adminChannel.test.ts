/** Commands that die while the server does their job. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askServer, openOperatorChannel } from '../../server/admin/operatorChannel.ts';
import { CLUB } from '../support/tenants.ts';
import { openTestDatabase } from './identitySetup.ts';

const MEDIA_URL = `ugc/${CLUB}/e/original/${'R'.repeat(20)}.jpg`;
const JOB = {
  tenant: CLUB,
  isDryRun: false,
  operator: 'op',
  reason: 'x',
  task: { do: 'removePhoto', photo: MEDIA_URL } as const,
};

test('OPR-02b a command that dies while its job is done ends no server, and the job’s end is known', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'channel-'));
  const db = await openTestDatabase();
  const act = { act: 'photo remove', what: MEDIA_URL, operator: 'op', reason: null, outcome: '', details: null };
  await db
    .insertInto('operator_log')
    .values({ ...act, at: new Date(), tenant: CLUB })
    .execute();
  const [begun, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const errors: unknown[] = [];
  const remove = () => {
    begun.resolve();
    return dead.promise;
  };
  const close = await openOperatorChannel({
    dataDir,
    db,
    store: { remove, backupDir: null },
    now: Date.now,
    onError: (error) => errors.push(error),
  });
  const socket = connect({ path: join(dataDir, 'operator', 'socket'), allowHalfOpen: true });
  socket.end(JSON.stringify(JOB));
  await begun.promise;
  socket.destroy();
  await once(socket, 'close');
  dead.resolve();
  // The next command has its answer.
  expect(await askServer(dataDir, JOB)).toMatchObject({ code: 0, err: '' });
  await close();
  expect(existsSync(join(dataDir, 'operator', 'socket'))).toBe(false);
  expect(errors.map(String)).toEqual([expect.stringContaining('The server did what it asked: removePhoto, code 0.')]);
  const rows = await db.selectFrom('operator_log').select('outcome').orderBy('id').execute();
  expect(rows.filter(({ outcome }) => outcome === 'Its pictures are removed, in all sizes.')).toHaveLength(2);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});
