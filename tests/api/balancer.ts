/**
 * A load balancer as networks have them: requests to each copy in turn over connections it keeps, copies left and found again by what
 * /healthz says; where no copy looks well all are asked, as Amazon's balancers do it. A request no copy has had goes on to the next; one
 * that a copy had is not sent twice, but answered 502.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 100;
/** A copy is left after so many checks in a row that were not answered well, as HAProxy and Kubernetes do it: one may be late. */
const FALL = 3;

/** A copy behind it. */
export interface Target {
  isUp(): boolean;
  /** Numbers of the requests it has at the moment. */
  running(): number[];
  remove(): void;
}

class Copy {
  readonly port: number;
  readonly agent = new Agent({ keepAlive: true });
  readonly running = new Set<number>();
  isUp = false;
  /** It refused a connection: nothing listens there. */
  isGone = false;
  #bad = 0;
  #isAsked = false;
  constructor(port: number) {
    this.port = port;
  }
  /** One at a time: a slow answer is one answer. */
  check(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const asked = request(
      { port: this.port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: 2000 },
      (said) => {
        this.#judge(said.statusCode === 200);
        said.resume();
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => this.#judge(false));
    asked.on('close', () => {
      this.#isAsked = false;
    });
    asked.end();
  }
  #judge(isGood: boolean): void {
    this.#bad = isGood ? 0 : this.#bad + 1;
    if (isGood || this.#bad >= FALL) this.isUp = isGood;
  }
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

export async function startBalancer() {
  const copies = new Set<Copy>();
  /** Numbers of requests a copy had and did not answer. */
  const lost: number[] = [];
  let turn = 0;
  let asked = 0;
  let refused = 0;

  function pass(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const well = [...copies].filter(({ isUp }) => isUp);
    const up = well.length > 0 ? well : [...copies].filter(({ isGone }) => !isGone);
    const copy = up[turn++ % up.length];
    if (copy === undefined) {
      outgoing.writeHead(503).end();
      return;
    }
    const number = ++asked;
    const { method, url: path, headers } = incoming;
    copy.running.add(number);
    const given = { host: '127.0.0.1', port: copy.port, method, path, headers, agent: copy.agent };
    const sent = request(given, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => broke(null));
      answer.on('end', () => copy.running.delete(number));
    });
    const broke = (error: NodeJS.ErrnoException | null) => {
      copy.running.delete(number);
      copy.isGone ||= error?.code === 'ECONNREFUSED';
      copy.isUp &&= !copy.isGone;
      if (error?.code === 'ECONNREFUSED') {
        refused += 1;
        return pass(body, incoming, outgoing);
      }
      lost.push(number);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    sent.on('error', broke);
    sent.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => pass(Buffer.concat(parts), incoming, outgoing));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    for (const copy of copies) copy.check();
  }, CHECK_MS);

  return {
    port: (server.address() as AddressInfo).port,
    lost: lost as readonly number[],
    /** Number of the last request so far. */
    asked: () => asked,
    /** Connections that were refused: a balancer that does not go on to the next copy would have failed then. */
    refused: () => refused,
    add(url: string): Target {
      const copy = new Copy(Number(new URL(url).port));
      copies.add(copy);
      return {
        isUp: () => copy.isUp,
        running: () => [...copy.running],
        remove: () => void copies.delete(copy),
      };
    },
    async close() {
      clearInterval(timer);
      for (const { agent } of copies) agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
