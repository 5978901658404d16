/** The content network in front of a bucket (CloudFront): has it give up what it keeps of pictures that were taken down (OPR-02). */
import { createHash } from 'node:crypto';
import { signatureOf } from './signature.ts';

const HOST = 'cloudfront.amazonaws.com';
const API_VERSION = '2020-05-31';
/** CloudFront is one service for all regions, and lives here. */
const REGION = 'us-east-1';
/** Longer than it ever takes; an operator waits for it. */
const WITHIN_MS = 15_000;

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}
export interface PictureNetworkDeps {
  /** Id of the distribution. */
  readonly id: string;
  readonly credentials: () => Promise<Credentials>;
  readonly fetch?: typeof globalThis.fetch;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Answers what asks the network to forget these keys: one invalidation, done within a minute. Rejects where it refuses. */
export const createPictureNetwork =
  ({ id, credentials, fetch = globalThis.fetch }: PictureNetworkDeps) =>
  async (keys: readonly string[]): Promise<void> => {
    const now = new Date();
    const path = `/${API_VERSION}/distribution/${id}/invalidation`;
    const body = batchOf(keys, now);
    const headers = signedHeaders({ path, body, now, credentials: await credentials() });
    const answer = await fetch(`https://${HOST}${path}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (answer.status !== 201) throw new Error(`The picture network answered ${answer.status}.`);
  };

/** Keys hold nothing that XML or a path would have to escape (`StoredKey`). */
const batchOf = (keys: readonly string[], now: Date): string =>
  `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="http://${HOST}/doc/${API_VERSION}/">` +
  `<CallerReference>${sha256(keys.join(' ')).slice(0, 20)}-${now.getTime()}</CallerReference><Paths><Items>` +
  `${keys.map((key) => `<Path>/${key}</Path>`).join('')}</Items><Quantity>${keys.length}</Quantity></Paths></InvalidationBatch>`;

interface ToSign {
  readonly path: string;
  readonly body: string;
  readonly now: Date;
  readonly credentials: Credentials;
}

/** AWS Signature Version 4 of a POST. */
function signedHeaders({ path, body, now, credentials }: ToSign): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [date.slice(0, 8), REGION, 'cloudfront', 'aws4_request'];
  const signed: Record<string, string> = {
    'content-type': 'text/xml',
    host: HOST,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': date,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const names = Object.keys(signed).join(';');
  const canonical = ['POST', path, '', ...lines, '', names, sha256(body)].join('\n');
  const signature = signatureOf({ scope, secret: secretAccessKey, date, canonical }).toString('hex');
  const credential = `Credential=${accessKeyId}/${scope.join('/')}`;
  const { host: _, ...sent } = signed;
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}` };
}
