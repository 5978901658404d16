/** A thread that reads objects of a backup, and stores them if it is given a store: to decrypt and hash them takes a core. */
import { parentPort, workerData } from 'node:worker_threads';
import { openObjects } from './backupContext.ts';
import { Damaged } from './backupFiles.ts';
import { openBackupKey } from './backupKey.ts';
import { createObjectPool } from './objectPool.ts';
import type { ObjectThreadReply, ObjectThreadRequest, ObjectThreadStart } from './objectThreads.ts';

const { dir, identity, store } = workerData as ObjectThreadStart;
const pool = createObjectPool(dir, identity === null ? null : await openBackupKey(identity));
const objects = store && (await openObjects(store));

async function work({ id, object }: ObjectThreadRequest): Promise<ObjectThreadReply> {
  try {
    const bytes = await pool.read(object);
    await objects?.put({ ...object, bytes });
    return { id };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A thread's answer is a copy without the class.
    const { message } = error;
    return { id, failure: { message, isDamage: error instanceof Damaged, of: { ...error } } };
  }
}

parentPort?.on(
  'message',
  (asked: ObjectThreadRequest) => void work(asked).then((reply) => parentPort?.postMessage(reply)),
);
