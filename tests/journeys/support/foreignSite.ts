/** A site of somebody else, whose page opens ours in a window of its own and then tries what an attacker would. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `open ours` and `open careless` open a window each, the second of another origin that does not mind: it shows that the attack works.
 * `lead away` has both load an address of this site, first ours.
 */
const PAGE = `<!doctype html><title>somebody else's</title>
<button onclick="ours = window.open(new URLSearchParams(location.search).get('target'), 'ours')">open ours</button>
<button onclick="careless = window.open(new URLSearchParams(location.search).get('careless'), 'careless')">open careless</button>
<button onclick="try { ours.location = '/led-away?ours'; } catch {} careless.location = '/led-away?careless'">lead away</button>
<button onclick="ours.close()">close</button>`;

export interface ForeignSite {
  /** Its page, for opening `target`; under a host of one's choice that leads to this machine. */
  pageFor(target: string, host?: string): string;
  /** Windows that were led away, in their order: `ours`, `careless`. */
  readonly ledAway: readonly string[];
  close(): void;
}

export async function startForeignSite(): Promise<ForeignSite> {
  const ledAway: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/led-away') ledAway.push(search.slice(1));
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(pathname === '/' ? PAGE : '<!doctype html><title>led away, or careless</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    pageFor(target, host = '127.0.0.1') {
      const other = host === 'localhost' ? '127.0.0.1' : 'localhost';
      const query = new URLSearchParams({ target, careless: `http://${other}:${port}/careless` });
      return `http://${host}:${port}/?${query}`;
    },
    ledAway,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
