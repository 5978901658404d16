/**
 * An emulated access line in front of a server: one uplink and one downlink shared by all connections,
 * each with a fixed rate and delay. Runs on TCP, so pages, workers and service workers all go through it.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface LinkOptions {
  /** bit/s; Infinity: unlimited. */
  readonly up: number;
  readonly down: number;
  /** Round trip, ms. */
  readonly rtt: number;
}

/** Bytes of a packet: a browser reads the head of a page while its end is still on the line. */
const PACKET = 1_460;

/**
 * Passes packets on at a fixed rate, in order, `delay` ms late; one queue for all connections, as on a real line.
 * Readers wait while more than 64 KB of time queue up.
 */
function createPipe(rate: number, delay: number) {
  const queue: { due: number; run: () => void }[] = [];
  let isWaiting = false;
  let freeAt = 0;
  const wake = (due: number) => {
    isWaiting = true;
    setTimeout(deliver, Math.max(0, due - performance.now()));
  };
  const deliver = () => {
    isWaiting = false;
    for (let next = queue[0]; next && next.due <= performance.now(); next = queue[0]) {
      queue.shift();
      next.run();
    }
    const [next] = queue;
    if (next) wake(next.due);
  };
  const later = (due: number, run: () => void) => {
    queue.push({ due, run });
    if (!isWaiting) wake(due);
  };
  return (from: Socket, to: Socket) => {
    from.on('data', (chunk: Buffer) => {
      const now = performance.now();
      for (let start = 0; start < chunk.length; start += PACKET) {
        const packet = chunk.subarray(start, start + PACKET);
        freeAt = Math.max(freeAt, now) + (packet.length * 8_000) / rate;
        later(freeAt + delay, () => to.writable && to.write(packet));
      }
      const backlog = freeAt - now;
      const limit = (65_536 * 8_000) / rate;
      if (backlog > limit) {
        from.pause();
        setTimeout(() => from.resume(), backlog - limit);
      }
    });
    from.on('end', () => later(Math.max(freeAt, performance.now()) + delay, () => to.end()));
    from.on('error', () => to.destroy());
  };
}

/** Listens on a free port of loopback and passes all to `targetPort` over the line. */
export function openLink(targetPort: number, options: LinkOptions): Promise<{ port: number; close(): void }> {
  const up = createPipe(options.up, options.rtt / 2);
  const down = createPipe(options.down, options.rtt / 2);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    up(client, target);
    down(target, client);
  });
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done({
        port: typeof address === 'object' && address ? address.port : 0,
        close: () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    }),
  );
}
