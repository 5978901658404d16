/** Keeps one network from holding all connections (HLF-13b): a stranger with a script must not lock others out. */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { networkOfPeer } from './clientAddress.ts';
import type { NodeServer } from './nodeServer.ts';

/** Shares begin once so much of all connections is in use. */
const IN_USE = 1 / 2;
/** What one network may hold then. */
const SHARE = 1 / 4;
/** How much of a network's connections ends at once: looking for the idlest ones costs more than ending them. */
const BATCH = 1 / 20;
/** A connection is judged by what it moved in so many milliseconds at least: a new one has moved little. */
const JUDGED_MS = 20_000;

/**
 * Once half of `maxConnections` are in use, ends connections of the network that holds most, if that is more than a quarter: those that
 * moved the fewest bytes for their age. Who asks and is answered moves thousands; who sends a byte now and then moves none. So neighbours
 * in that network stay, and new ones get in. Not for a server behind a proxy, where all connections come from one address.
 * @param now epoch ms
 */
export function shareConnections(http: NodeServer, maxConnections: number, now: () => number = Date.now): void {
  /** When each connection came, by network. */
  const networks = new Map<string, Map<Socket, number>>();
  let open = 0;
  (http as HttpServer).on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The connection is gone already.
    if (remoteAddress === undefined) return;
    const network = networkOfPeer(remoteAddress);
    const held = networks.get(network) ?? new Map<Socket, number>();
    networks.set(network, held.set(socket, now()));
    open += 1;
    socket.once('close', () => {
      open -= 1;
      held.delete(socket);
      if (held.size === 0 && networks.get(network) === held) networks.delete(network);
    });
    if (open <= maxConnections * IN_USE) return;
    let most = held;
    for (const other of networks.values()) if (other.size > most.size) most = other;
    if (most.size > maxConnections * SHARE) endIdlest(most, socket, now());
  });
}

/** @param newcomer the connection that has just come: it has had no time to ask */
function endIdlest(held: ReadonlyMap<Socket, number>, newcomer: Socket, at: number): void {
  const rates = [...held]
    .filter(([socket]) => socket !== newcomer && !socket.destroyed)
    .map(([socket, since]) => ({ socket, rate: moved(socket) / Math.max(at - since, JUDGED_MS) }));
  rates.sort((one, other) => one.rate - other.rate);
  for (const { socket } of rates.slice(0, Math.max(1, Math.floor(held.size * BATCH)))) socket.destroy();
}

const moved = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
