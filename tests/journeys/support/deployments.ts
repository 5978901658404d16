/** One server after another on the same address and with the same data, each with the build that it is given. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../../../server/main.ts';

export interface Deployments {
  readonly url: string;
  /** The server that runs first. */
  readonly first: RunningServer;
  /** Ends the server and starts one with this build. */
  deploy(dist: string): Promise<void>;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
}

/** Starts a server of an empty database with the build. */
export async function startDeployments(dist: string): Promise<Deployments> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deployments-'));
  const start = (build: string, port: number) =>
    startServer({ port, host: '127.0.0.1', dataDir, demoPictures: null, dist: build });
  const first = await start(dist, 0);
  let running = first;
  return {
    url: first.url,
    first,
    async deploy(build) {
      await running.close();
      running = await start(build, Number(new URL(first.url).port));
    },
    async close() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
