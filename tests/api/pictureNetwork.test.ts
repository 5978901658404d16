/** What CloudFront is asked when a photo is taken down; its own signer judges the signature. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test, vi } from 'vitest';
import { askServer } from '../../server/admin/operatorChannel.ts';
import { optionsFromEnvironment, startServer } from '../../server/main.ts';
import { createPictureNetwork } from '../../server/objects/pictureNetwork.ts';
import { startStandInBucket } from '../fakes/standInBucket.ts';
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
      method,
      protocol: 'https:',
      hostname: 'cloudfront.amazonaws.com',
      path: new URL(url).pathname,
      query: {},
      body,
      headers: { 'content-type': 'text/xml', host: 'cloudfront.amazonaws.com' },
    },
    { signingDate: new Date(date) },
  );
  expect(headers.get('authorization')).toBe(expected.authorization);
});

test('OPR-02e with an embedded database the server tells it, by the command that comes to it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'network-'));
  const bucket = await startStandInBucket();
  const env = { ...bucket.env, PICTURE_NETWORK_ID: 'E1A2B3C4D5E6F7', DATA_DIR: dataDir, PORT: '0', DEMO: '0' };
  const log = { request: () => {}, info: () => {}, fatal: () => {}, error: () => {} };
  const server = await startServer({ ...optionsFromEnvironment(env), dist: null, log });
  const told: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    told.push(url);
    return new Response(null, { status: 201 });
  });
  try {
    const photo = `ugc/${CLUB}/e1/original/${'N'.repeat(20)}.jpg`;
    const act = { act: 'photo remove', what: photo, operator: 'op', reason: null, outcome: '', details: null };
    await server.deps.db
      .insertInto('operator_log')
      .values({ ...act, at: new Date(), tenant: CLUB })
      .execute();
    const job = { tenant: CLUB, isDryRun: false, operator: 'op', reason: 'x' };
    const answer = await askServer(dataDir, { ...job, task: { do: 'removePhoto', photo } });
    expect(answer?.out).toContain('The picture network forgets them within a minute.');
    expect(told).toEqual([expect.stringMatching(/cloudfront\.amazonaws\.com.*E1A2B3C4D5E6F7/)]);
  } finally {
    vi.unstubAllGlobals();
    await server.close();
    await bucket.close();
    rmSync(dataDir, { recursive: true });
  }
});

test('OPR-02e a refusal of the picture network is an error, with its status', async () => {
  const fetch = async () => new Response('no', { status: 403 });
  const forget = createPictureNetwork({ id: 'E1A2B3C4D5E6F7', credentials: async () => credentials, fetch });
  await expect(forget(KEYS)).rejects.toThrow('403');
});
