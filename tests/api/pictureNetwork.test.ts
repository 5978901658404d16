/** What CloudFront is asked when a photo is taken down; its own signer judges the signature. */
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';
import { createPictureNetwork } from '../../server/objects/pictureNetwork.ts';
import { CLUB } from '../support/tenants.ts';
import { Sha256 } from './deploySetup.ts';

const KEYS = [`ugc/${CLUB}/e1/original/a.jpg`, `ugc/${CLUB}/e1/variant/240/a.avif`];
const credentials = { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'secret', sessionToken: 'session' };

test('OPR-02e the picture network is asked to forget all sizes, signed as Amazon’s own signer does', async () => {
  let asked: Request | null = null;
  const forget = createPictureNetwork({
    id: 'E1A2B3C4D5E6F7',
    credentials: async () => credentials,
    fetch: async (url, init) => {
      asked = new Request(url, init);
      return new Response(null, { status: 201 });
    },
  });
  await forget(KEYS);
  const { url, method, headers } = asked as unknown as Request;
  const body = await (asked as unknown as Request).text();
  expect([method, url]).toEqual([
    'POST',
    'https://cloudfront.amazonaws.com/2020-05-31/distribution/E1A2B3C4D5E6F7/invalidation',
  ]);
  expect(body).toContain(`${KEYS.map((key) => `<Path>/${key}</Path>`).join('')}</Items><Quantity>2</Quantity>`);
  const date = (headers.get('x-amz-date') ?? '').replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5');
  const signer = new SignatureV4({ service: 'cloudfront', region: 'us-east-1', credentials, sha256: Sha256 });
  const { headers: expected } = await signer.sign(
    {
      ...{
        method,
        protocol: 'https:',
        hostname: 'cloudfront.amazonaws.com',
        path: new URL(url).pathname,
        query: {},
        body,
      },
      headers: { 'content-type': 'text/xml', host: 'cloudfront.amazonaws.com' },
    },
    { signingDate: new Date(date) },
  );
  expect(headers.get('authorization')).toBe(expected.authorization);
});

test('OPR-02e a refusal of the picture network is an error, with its status', async () => {
  const fetch = async () => new Response('no', { status: 403 });
  const forget = createPictureNetwork({ id: 'E1A2B3C4D5E6F7', credentials: async () => credentials, fetch });
  await expect(forget(KEYS)).rejects.toThrow('403');
});
