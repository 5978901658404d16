/** Signature version 4 as the embedded object store checks it: nothing that was signed can be changed, left out or added (ERR-04). */
import { CopyObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nonEmpty } from '../nonEmpty.ts';
import {
  BUCKET,
  type Credentials,
  clientOf,
  jpegOf,
  newKey,
  put,
  type SignedRequest,
  startStore,
  storageRefusal,
  type TestStore,
} from './objectsSetup.ts';

let started: TestStore;
let fan: Credentials;
beforeEach(async () => {
  started = await startStore();
  fan = await started.credentialsOf('fan-a');
});
afterEach(async () => {
  await started.remove();
});

describe('signature', () => {
  const refusedAfter = async (
    tamper: NonNullable<Parameters<typeof clientOf>[2]>,
    credentials = fan,
    more: object = { IfNoneMatch: '*' },
  ) => storageRefusal(clientOf(started, credentials, tamper).send(put(newKey(), jpegOf(500), more)));

  test('ERR-04 whatever was signed cannot be changed, left out or added', async () => {
    const other = newKey();
    const changed = [
      (r: SignedRequest) => ({ ...r, path: `/s3/${BUCKET}/${other}` }),
      (r: SignedRequest) => ({ ...r, method: 'DELETE' }),
      (r: SignedRequest) => ({ ...r, headers: { ...r.headers, 'content-type': 'text/html' } }),
      (r: SignedRequest) => ({ ...r, headers: { ...r.headers, host: 'evil.example' } }),
      ({ headers: { 'if-none-match': _, ...headers }, ...r }: SignedRequest) => ({ ...r, headers }),
    ];
    for (const tamper of nonEmpty(changed)) expect(await refusedAfter(tamper)).toBe('SignatureDoesNotMatch 403');
    const unsigned = [
      (r: SignedRequest) => ({ ...r, headers: { ...r.headers, 'x-amz-acl': 'public' } }),
      (r: SignedRequest) => ({ ...r, headers: { ...r.headers, 'if-none-match': '*' } }),
      (r: SignedRequest) => ({ ...r, headers: { ...r.headers, authorization: '' } }),
    ];
    for (const tamper of nonEmpty(unsigned)) expect(await refusedAfter(tamper, fan, {})).toBe('AccessDenied 403');
    const answer = await started.store.fetch(new Request(`http://localhost:3000/s3/${BUCKET}/${other}`));
    expect(answer.status).toBe(404);
  });

  test("ERR-04 a secret or a session token of somebody else's does not do", async () => {
    const stranger = await started.credentialsOf('fan-b');
    const ask = (credentials: Credentials) => refusedAfter((request) => request, credentials);
    expect(await ask({ ...fan, secretAccessKey: stranger.secretAccessKey })).toBe('SignatureDoesNotMatch 403');
    expect(await ask({ ...fan, sessionToken: stranger.sessionToken })).toBe('InvalidToken 400');
    expect(await ask({ ...fan, sessionToken: `${fan.sessionToken}x` })).toBe('InvalidToken 400');
  });

  test('ERR-04 expired credentials are refused', async () => {
    started.clock.ms += 61 * 60_000;
    const client = clientOf(started, fan);
    client.config.systemClockOffset = 61 * 60_000;
    expect(await storageRefusal(client.send(put(newKey(), jpegOf(100))))).toBe('ExpiredToken 400');
  });

  test('T22 a clock more than 15 minutes wrong is refused with the right time, and the SDK corrects itself', async () => {
    started.clock.ms += 16 * 60_000;
    const client = clientOf(started, fan);
    expect(await storageRefusal(client.send(put(newKey(), jpegOf(100))))).toBe('RequestTimeTooSkewed 403');
    const key = newKey();
    await client.send(put(key, jpegOf(100)));
    expect(await started.store.head(key)).toMatchObject({ owner: 'fan-a' });
  });

  test('ERR-04 copies, parts, encryption and locks are not taken for plain puts', async () => {
    const key = newKey();
    await started.store.put(key, jpegOf(100), 'fan-b');
    const client = clientOf(started, fan);
    const copy = new CopyObjectCommand({ Bucket: BUCKET, Key: newKey(), CopySource: `${BUCKET}/${key}` });
    const part = new UploadPartCommand({
      Bucket: BUCKET,
      Key: newKey(),
      PartNumber: 1,
      UploadId: 'x',
      Body: jpegOf(100),
    });
    expect(await storageRefusal(client.send(copy))).toBe('NotImplemented 501');
    expect(await storageRefusal(client.send(part))).toBe('NotImplemented 501');
    for (const promise of [
      { ServerSideEncryption: 'AES256' },
      { SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'k'.repeat(32) },
      { ObjectLockLegalHoldStatus: 'ON' },
    ]) {
      expect(await storageRefusal(client.send(put(newKey(), jpegOf(100), promise)))).toBe('NotImplemented 501');
    }
  });
});
