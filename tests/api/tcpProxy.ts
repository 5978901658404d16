/** A line between a server and its database that a test can cut, silence and lead elsewhere. Its own address stays. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Where new connections lead; null: they are refused. */
  leadTo(port: number | null): void;
  /** Ends all connections. */
  cut(): void;
  /** Nothing passes any more on the connections there are, and nothing is closed; new ones are as silent while `isForAll`. */
  silence(isForAll: boolean): void;
  /** New connections work again; those that were silenced stay so. */
  speak(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  let leadsTo: number | null = target;
  let isSilent = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const hushed = new WeakSet<Socket>();
  const hush = ([near, far]: readonly [Socket, Socket]) => {
    hushed.add(near);
    near.unpipe(far);
    far.unpipe(near);
    // Read and thrown away, as by a line that loses everything.
    near.resume();
    far.resume();
  };
  const end = (pair: readonly [Socket, Socket]) => {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  };
  const server = createServer((near) => {
    near.on('error', () => {});
    if (leadsTo === null) {
      near.destroy();
      return;
    }
    const far = connect(leadsTo, '127.0.0.1');
    far.on('error', () => {});
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.once('close', () => hushed.has(near) || end(pair));
    near.pipe(far);
    far.pipe(near);
    if (isSilent) hush(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      leadsTo = port;
    },
    cut() {
      for (const pair of pairs) end(pair);
    },
    silence(isForAll) {
      isSilent = isForAll;
      for (const pair of pairs) hush(pair);
    },
    speak() {
      isSilent = false;
    },
    async close() {
      for (const pair of pairs) end(pair);
      server.close();
      await once(server, 'close');
    },
  };
}
