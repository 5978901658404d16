import { expect, test } from 'vitest';
import { requireBuild, startReason } from './startFailure.ts';

const place = { port: 3000, host: '127.0.0.1', dataDir: '.data' };

test('SAF-26 whatever a driver quotes of DATABASE_URL, its password is not told', () => {
  const databaseUrl = 'postgres://fan:g3he%21m%2Fx@db.example:5432/photos?sslmode=require';
  for (const quoted of [databaseUrl, 'password g3he!m/x was refused']) {
    const said = startReason(new Error(`connecting failed: ${quoted}`), { ...place, databaseUrl });
    expect(said).toContain('***');
    expect(said).not.toMatch(/g3he/);
  }
});

test('SAF-26 an error of any kind has words: several at once, none of its own, none that is an error', () => {
  const databaseUrl = 'postgres://fan@[::1]/photos';
  const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')], ''), {
    code: 'ECONNREFUSED',
  });
  expect(startReason(refused, { ...place, databaseUrl })).toBe(
    'The database of DATABASE_URL cannot be opened ([::1]:5432, database photos, role fan): nothing listens there (connect ECONNREFUSED ::1:5432).',
  );
  const newer = new Error('corrupted migrations: previously executed migration 099_later is missing');
  expect(startReason(newer, place)).toMatch(/another version of the server.*099_later/);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    path: '/data/lock',
  });
  expect(startReason(full, place)).toContain('the disk is full (ENOSPC /data/lock)');
  // As it is met where the lock of the folder is written.
  const written = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  expect(startReason(written, place)).toBe(
    'The data folder .data cannot be used: the disk is full (ENOSPC). Make room, or set DATA_DIR.',
  );
  const privileged = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' });
  expect(startReason(privileged, { ...place, port: 80 })).toContain('may not listen on port 80');
  expect(startReason('no error at all', place)).toBe('no error at all');
});

test('SAF-26 a deploy without its built pages is said, before a load balancer sends fans there', () => {
  const reasonOf = (dist: string | null) => {
    try {
      requireBuild(dist);
    } catch (error) {
      return startReason(error, place);
    }
    return 'starts';
  };
  expect(reasonOf('/srv/none/dist')).toMatch(/^There are no built pages in \/srv\/none\/dist\. Run npm run build/);
  expect([reasonOf(import.meta.dirname), reasonOf(null)]).toEqual(['starts', 'starts']);
});
