/** Run as a process of its own by the build: makes the empty database that first starts copy, unless it is there. */
import { renameSync, rmSync } from 'node:fs';
import { emptyDatabaseFolder, ensureDatabaseFolder, isDatabaseFolder } from './databaseFolder.ts';
import { initialiseDatabase } from './durablePglite.ts';

if (!isDatabaseFolder(emptyDatabaseFolder)) {
  const draft = `${emptyDatabaseFolder}.${process.pid}`;
  await ensureDatabaseFolder(draft, null, initialiseDatabase);
  try {
    renameSync(draft, emptyDatabaseFolder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another build may have been quicker.
    if (!isDatabaseFolder(emptyDatabaseFolder)) throw error;
  }
}
