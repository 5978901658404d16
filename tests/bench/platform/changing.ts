/** The product's server with pages changed on their way. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

interface Changed {
  readonly html: string;
  /** For the header of that name. */
  readonly link?: string;
}

/** Headers that are of a connection, or of how a body was compressed. */
const OF_THE_WAY = /^(?:content-length|content-encoding|transfer-encoding|connection|keep-alive)$/;

export async function openChanging(url: string, change: (html: string) => Changed) {
  const server = createServer(async ({ url: path = '/', headers }, outgoing) => {
    const asked = ['accept', 'x-api-key', 'x-api-tenant'].flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const answer = await fetch(url + path, { headers: asked });
    for (const [name, value] of answer.headers) if (!OF_THE_WAY.test(name)) outgoing.setHeader(name, value);
    outgoing.statusCode = answer.status;
    if (!answer.headers.get('content-type')?.startsWith('text/html')) {
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const { html, link } = change(await answer.text());
    if (link !== undefined) outgoing.setHeader('link', link);
    outgoing.setHeader('content-encoding', 'gzip').end(gzipSync(html));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() };
}
