/** Run as a process of its own by the build: makes the empty database that first starts copy, unless it is there. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from './database.ts';
import { emptyDatabaseFolder, isTemplateFolder } from './databaseFolder.ts';
import { makeFilesPrivate } from './privateFolder.ts';

if (!isTemplateFolder(emptyDatabaseFolder)) {
  // The folder around it holds other products of the build, which are nobody's secret.
  mkdirSync(dirname(emptyDatabaseFolder), { recursive: true });
  makeFilesPrivate();
  const draft = `${emptyDatabaseFolder}.${process.pid}`;
  try {
    await (await openDatabase({ dataDir: draft })).close();
    rmSync(emptyDatabaseFolder, { recursive: true, force: true });
    renameSync(join(draft, 'postgres'), emptyDatabaseFolder);
  } catch (error) {
    // Another build may have been quicker.
    if (!isTemplateFolder(emptyDatabaseFolder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
