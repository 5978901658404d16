/**
 * Stands before moto as the picture network stands before the bucket (moto refuses who does not sign), and gives what Amazon gives
 * and moto 5.2 does not: proper types of answers (a captive portal's are text/html, so the client believes no such answer),
 * a bucket's preflights and exposed headers, and DeleteUser, the call a fan leaves by.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDENTITY_REGION } from '../../../src/contract/limits.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, POST',
  // As the bucket of `server/deploy/aws.yaml` exposes them.
  'access-control-expose-headers': 'ETag, Date, x-amz-checksum-crc32, x-amz-request-id',
};
/** The bucket's name. */
export const BUCKET = 'photos';
/** moto looks at the account of a signature, not at the signature. */
const SCOPE = `Credential=AKIAPICTURES00000000/20260101/${IDENTITY_REGION}/s3/aws4_request`;
const SIGNED = `AWS4-HMAC-SHA256 ${SCOPE}, SignedHeaders=host, Signature=none`;
const JSON_TYPE = 'application/x-amz-json-1.1';

export interface MotoRelay {
  readonly url: string;
  close(): Promise<void>;
}

/** @param deleteUser removes the account of an access token */
export async function openMotoRelay(
  port: number,
  deleteUser: (accessToken: string) => Promise<void>,
): Promise<MotoRelay> {
  const server = createServer((asked, answer) => {
    if (asked.method === 'OPTIONS') {
      const wanted = asked.headers['access-control-request-headers'] ?? '';
      answer.writeHead(204, { ...CORS, 'access-control-allow-headers': wanted }).end();
    } else if (String(asked.headers['x-amz-target']).endsWith('.DeleteUser')) {
      void leave(asked, deleteUser).then(
        () => answer.writeHead(200, { ...CORS, 'content-type': JSON_TYPE }).end('{}'),
        () => answer.writeHead(500, CORS).end(),
      );
    } else passOn(port, asked, answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function leave(asked: IncomingMessage, deleteUser: (accessToken: string) => Promise<void>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk);
  const { AccessToken } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { AccessToken: string };
  await deleteUser(AccessToken);
}

function passOn(port: number, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path } = asked;
  const isPicture = method === 'GET' && path?.startsWith(`/${BUCKET}/`);
  const headers = isPicture ? { authorization: SIGNED, ...asked.headers } : asked.headers;
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (given) => {
    const told = { ...given.headers, ...CORS };
    if (/^text\/html/.test(told['content-type'] ?? '')) {
      // A put's empty answer has no type at Amazon.
      if (headers['x-amz-target'] === undefined) delete told['content-type'];
      else told['content-type'] = JSON_TYPE;
    }
    answer.writeHead(given.statusCode ?? 502, told);
    given.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
