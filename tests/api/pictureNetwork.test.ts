/** What CloudFront is asked when a photo is taken down. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askServer } from '../../server/admin/operatorChannel.ts';
import { optionsFromEnvironment, startServer } from '../../server/main.ts';
import { forgetOnNetwork } from '../../server/objects/pictureNetwork.ts';
import { startStandInBucket } from '../fakes/standInBucket.ts';
import { CLUB } from '../support/tenants.ts';

const KEYS = [`ugc/${CLUB}/e1/original/a.jpg`, `ugc/${CLUB}/e1/variant/240/a.avif`];
const credentials = { accessKeyId: 'AKIAOPERATOR00000000', secretAccessKey: 'secret', sessionToken: 'session' };
const ID = 'E1A2B3C4D5E6F7';
const PATH = `/2020-05-31/distribution/${ID}/invalidation`;

/** CloudFront, as far as it is asked here. */
async function startNetwork() {
  const asked: { readonly path: string; readonly body: string; readonly authorization: string }[] = [];
  const answers = { status: 201 };
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    asked.push({ path: url, body: await text(request), authorization: headers.authorization ?? '' });
    response.writeHead(answers.status, { 'content-type': 'text/xml' });
    response.end(
      answers.status === 201
        ? '<Invalidation><Id>I1</Id><Status>InProgress</Status></Invalidation>'
        : '<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { asked, answers, close: () => new Promise((done) => server.close(done)) };
}

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeEach(async () => {
  network = await startNetwork();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await network.close();
});

test('OPR-02e the picture network is asked to forget all sizes, with the credentials of the bucket', async () => {
  await forgetOnNetwork(ID, credentials, KEYS);
  const [{ path, body, authorization } = { path: '', body: '', authorization: '' }, ...more] = network.asked;
  expect([path, more]).toEqual([PATH, []]);
  expect(body).toContain('<Quantity>2</Quantity>');
  for (const key of KEYS) expect(body).toContain(`<Path>/${key}</Path>`);
  expect(authorization).toContain(`Credential=${credentials.accessKeyId}/`);
  expect(authorization).toContain('/us-east-1/cloudfront/aws4_request');
});

test('OPR-02e with an embedded database the server tells it, by the command that comes to it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'network-'));
  const bucket = await startStandInBucket();
  const env = { ...bucket.env, PICTURE_NETWORK_ID: 'E1A2B3C4D5E6F7', DATA_DIR: dataDir, PORT: '0', DEMO: '0' };
  const log = { request: () => {}, info: () => {}, fatal: () => {}, error: () => {} };
  const server = await startServer({ ...optionsFromEnvironment(env), dist: null, log });
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
    expect(network.asked.map(({ path }) => path)).toEqual([PATH]);
  } finally {
    await server.close();
    await bucket.close();
    rmSync(dataDir, { recursive: true });
  }
});

test('OPR-02e a refusal of the picture network is an error, with its reason', async () => {
  network.answers.status = 403;
  await expect(forgetOnNetwork(ID, credentials, KEYS)).rejects.toThrow(
    `The picture network ${ID} cannot be used: AccessDenied.`,
  );
});
