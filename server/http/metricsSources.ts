import { readPendingOriginals } from '../api/photos/originalStates.ts';
import type { OpenDatabase } from '../database/database.ts';
import { readPictureBacklog } from '../pictures/pictureJobs.ts';
import type { MetricsSources } from './metrics.ts';

/** @param now epoch ms */
export const metricsSources = (
  { db, load, replica }: Pick<OpenDatabase, 'db' | 'load' | 'replica'>,
  now: () => number,
  watched: Pick<MetricsSources, 'databaseDamage' | 'machineAhead'>,
): MetricsSources => ({
  databaseLoad: load,
  ...watched,
  replicaCounts: () => replica?.counts ?? null,
  backlog: () => readPictureBacklog(db, new Date(now())),
  pendingOriginals: () => readPendingOriginals(db, new Date(now())),
});
