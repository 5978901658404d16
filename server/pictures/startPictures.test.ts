import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import type { PictureProcess } from './pictureProcess.ts';
import { startPictures } from './startPictures.ts';

/** Pictures whose look waits for the database until the picture process ends. */
function startWaiting() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<never>();
  const executor = {
    transformQuery: (query: unknown) => query,
    compileQuery: () => ({}),
    executeQuery() {
      asked.resolve();
      return answer.promise;
    },
  };
  const errors: unknown[] = [];
  const ended: string[] = [];
  const pictures = startPictures({
    db: { getExecutor: () => executor } as unknown as Kysely<Database>,
    objects: {} as KeptObjects,
    now: () => 0,
    log: { error: (error) => errors.push(error) } as Partial<Log> as Log,
    metrics: {} as Metrics,
    pictures: { close: () => ended.push('process') } as Partial<PictureProcess> as PictureProcess,
  });
  return { pictures, asked, answer, errors, ended };
}

test('IMG-02 a server that stops ends its picture process at once, and waits for what it leaves', async () => {
  const { pictures, asked, answer, errors, ended } = startWaiting();
  void pictures.run();
  await asked.promise;
  const stopping = pictures.stop().then(() => ended.push('server'));
  expect(ended).toEqual(['process']);
  await new Promise(setImmediate);
  expect(ended).toEqual(['process']);
  answer.reject(new Error('ended'));
  await stopping;
  expect([ended, errors.length]).toEqual([['process', 'server'], 1]);
});
