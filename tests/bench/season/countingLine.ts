/** The line between a phone and the product, which counts what comes down: bodies as they were compressed, and heads apart. */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLASSES = ['photos', 'pages', 'answers', 'scripts and styles', 'worker', 'art and the rest'] as const;
export type ByteClass = (typeof CLASSES)[number];

export interface Tally {
  bodies: number;
  heads: number;
  answers: number;
}

export interface CountingLine {
  readonly origin: string;
  /** What came so far, by class. */
  readonly classes: Readonly<Record<ByteClass, Tally>>;
  /** The same by address without its own part, such as a hash. */
  readonly addresses: ReadonlyMap<string, Tally>;
  /** Answers that were only what is new in a file (`dcz`), or that nothing is (304). */
  readonly savings: { deltas: number; unchanged: number };
  /** Resolves when nothing was on its way for `ms`. */
  untilQuiet(ms?: number): Promise<void>;
  close(): void;
}

const QUIET_MS = 1_200;

function classOf(path: string, type: string): ByteClass {
  if (path.startsWith('/s3/')) return 'photos';
  if (path === '/sw.js' || /^\/assets\/workerSender-/.test(path)) return 'worker';
  if (type.startsWith('text/html')) return 'pages';
  if (/^\/(?:f|idp|identity)\//.test(path) || path === '/config.json' || path === '/status.json') return 'answers';
  if (/\.(?:js|css)$/.test(path)) return 'scripts and styles';
  return type.startsWith('application/json') ? 'answers' : 'art and the rest';
}

/** Without what differs between files, photos and events of a kind. */
const kindOfAddress = (path: string): string =>
  path
    .replace(/[?].*/, (query) => `?${[...new URLSearchParams(query).keys()].sort().join('&')}`)
    .replace(/-[\w-]{7}(?=\.\w+$)/, '-…')
    .replace(/[A-Za-z0-9]{20}(?=\.\w+$)/, '…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');

const headBytes = ({ rawHeaders, statusMessage = '' }: IncomingMessage): number =>
  rawHeaders.reduce((sum, part) => sum + part.length + 2, `HTTP/1.1 200 ${statusMessage}`.length + 4);

const empty = (): Tally => ({ bodies: 0, heads: 0, answers: 0 });

/** @param productUrl where the server listens; it may end and begin again there */
export async function openCountingLine(productUrl: string): Promise<CountingLine> {
  const { hostname, port } = new URL(productUrl);
  const classes = Object.fromEntries(CLASSES.map((name) => [name, empty()])) as Record<ByteClass, Tally>;
  const addresses = new Map<string, Tally>();
  const savings = { deltas: 0, unchanged: 0 };
  let open = 0;
  let lastAt = performance.now();

  function count(path: string, answer: IncomingMessage): void {
    const kind = `${kindOfAddress(path)}${answer.headers['content-encoding'] === 'dcz' ? ' (dcz)' : ''}`;
    const tallies = [classes[classOf(path.replace(/[?].*/, ''), answer.headers['content-type'] ?? '')]];
    const own = addresses.get(kind) ?? empty();
    addresses.set(kind, own);
    tallies.push(own);
    if (answer.headers['content-encoding'] === 'dcz') savings.deltas += 1;
    if (answer.statusCode === 304) savings.unchanged += 1;
    for (const tally of tallies) {
      tally.answers += 1;
      tally.heads += headBytes(answer);
    }
    answer.on('data', (part: Buffer) => {
      for (const tally of tallies) tally.bodies += part.length;
    });
  }

  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    open += 1;
    outgoing.on('close', () => {
      open -= 1;
      lastAt = performance.now();
    });
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      count(path, answer);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    classes,
    addresses,
    savings,
    async untilQuiet(ms = QUIET_MS) {
      while (open > 0 || performance.now() - lastAt < ms) await new Promise((next) => setTimeout(next, 50));
    },
    close: () => void server.close().closeAllConnections(),
  };
}
