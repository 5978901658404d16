import { readPendingOriginals } from '../api/photos/originalStates.ts';
import type { OpenDatabase } from '../database/database.ts';
import { readPictureBacklog } from '../pictures/pictureJobs.ts';
import type { MetricsSources } from './metrics.ts';

/** @param now epoch ms @param databaseDamage how often the database has met damaged data */
export const metricsSources = (
  { db, load, replica }: Pick<OpenDatabase, 'db' | 'load' | 'replica'>,
  now: () => number,
  databaseDamage: () => number,
): MetricsSources => ({
  databaseLoad: load,
  databaseDamage,
  replicaCounts: () => replica?.counts ?? null,
  backlog: () => readPictureBacklog(db, new Date(now())),
  pendingOriginals: () => readPendingOriginals(db, new Date(now())),
});
