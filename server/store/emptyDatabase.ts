/** Run as a process of its own by the build: makes the empty database that first starts copy, unless it is there. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { emptyDatabaseFolder, isDatabaseFolder } from './databaseFolder.ts';

if (!isDatabaseFolder(emptyDatabaseFolder)) {
  const draft = `${emptyDatabaseFolder}.${process.pid}`;
  try {
    await (await openDatabase({ dataDir: draft })).close();
    renameSync(join(draft, 'postgres'), emptyDatabaseFolder);
  } catch (error) {
    // Another build may have been quicker.
    if (!isDatabaseFolder(emptyDatabaseFolder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
