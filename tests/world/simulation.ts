/** The product in this process, ready for days. */
import { enterWorld, installGlobals, ORIGIN } from './browserGlobals.ts';
import { loadClient } from './clientBundle.ts';
import { type Lived, liveDay } from './day.ts';
import { seedFans } from './fans.ts';
import { Network } from './network.ts';
import { makePictures } from './pictures.ts';
import { Scheduler } from './scheduler.ts';
import { SiteServer } from './siteServer.ts';

export interface Simulation {
  live(seed: number, isVerbose?: boolean): Promise<Lived>;
  close(): void;
}

export async function openSimulation(): Promise<Simulation> {
  const [load, site] = await Promise.all([loadClient(), SiteServer.open(), makePictures()]);
  await installGlobals();
  const scheduler = new Scheduler(1);
  enterWorld({ scheduler, network: new Network(scheduler, ORIGIN, async () => null) });
  await scheduler.drive(() => site.prepare(scheduler, () => seedFans(site)));
  enterWorld(null);
  return {
    live: (seed, isVerbose) => liveDay(seed, site, load, isVerbose),
    close: () => site.remove(),
  };
}
