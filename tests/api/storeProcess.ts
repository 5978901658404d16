/** `storeServer.ts` as a process, and calls to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BodyOf, EndpointName } from '../../src/contract/endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { CLUB } from '../support/tenants.ts';
import { objectNameOf } from './storeObjectName.ts';

export interface StoreServer {
  readonly url: string;
  readonly port: number;
  isRunning(): boolean;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

/**
 * @param place a data folder, or the address of a PostgreSQL database
 * @param errors 'ignore': its failures are what the test is about
 * @param replicas the address of a replica, if there is one
 */
export async function startStoreServer(
  place: string,
  errors: 'inherit' | 'ignore' = 'inherit',
  ...replicas: readonly string[]
): Promise<StoreServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'storeServer.ts'), place, ...replicas], {
    stdio: ['ignore', 'pipe', errors],
  });
  const gone = once(child, 'exit');
  const port = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => Number(line)),
    gone.then(() => {
      throw new Error('The server ended while it was starting.');
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A call that changes something. `answer` null: nobody answered. */
export async function send<N extends EndpointName>(
  { url }: Pick<StoreServer, 'url'>,
  name: N,
  as: string,
  body: BodyOf<N> | null,
): Promise<{ status: number; answer: unknown } | null> {
  const { method, path } = endpoints[name];
  const headers = {
    'content-type': 'application/json',
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    'x-api-authorization': `Bearer of.${as}`,
  };
  try {
    const init = body === null ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/f${path}`, { method, headers, ...init });
    return { status: response.status, answer: await response.json() };
  } catch (error) {
    // The connection broke: fetch says so with a TypeError.
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

export const join_ = (server: Pick<StoreServer, 'url'>, as: string) =>
  send(server, 'putUserTenant', as, { tenant_id: CLUB, agreed_version: '1' });

/** A key of a photo that `as` has stored. */
export const newKey = (as: string, event: string): string => `ugc/${CLUB}/${event}/original/${objectNameOf(as)}.jpg`;

export function postOf(event_id: string, keys: readonly string[]): BodyOf<'putMediaList'> {
  const photo = {
    comment: '勝利',
    htag: '#goal',
    player: 'A,B',
    photo_location: 'メイン',
    usepermit: true,
    fileName: 'a.jpg',
    exif: null,
    width: 4000,
    height: 3000,
    color: '#336699',
    size: 1000,
  };
  return {
    public_list_id: 'event',
    event_id,
    season_id: null,
    team_id: null,
    media_list: keys.map((media_url) => ({ ...photo, media_url })),
  } as BodyOf<'putMediaList'>;
}
