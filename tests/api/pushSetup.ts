/** A push service, and a browser's half of Web Push: its keys, and what it reads of a push (RFC 8188, RFC 8291, RFC 8292). */
import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { expect } from 'vitest';
import { DeclarativePush, PushPayload } from '../../src/contract/entities.ts';

/** A request as it came to the push service. */
export interface ArrivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
/** A browser's half of a subscription. */
export interface PushPhone {
  readonly name: string;
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly secret: Buffer;
}

const base64 = (bytes: Buffer) => bytes.toString('base64url');

export function newPushPhone(name: string): PushPhone {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { name, ecdh, secret: Buffer.from('0123456789abcdef') };
}
/** The keys of its subscription, as it tells them. */
export const subscriptionKeys = ({ ecdh, secret }: PushPhone) => ({
  p256dh: base64(ecdh.getPublicKey()),
  auth: base64(secret),
});

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest();
const expand = (prk: Buffer, info: string, length: number) =>
  hmac(prk, `Content-Encoding: ${info}\0`, Buffer.from([1])).subarray(0, length);

/** What the browser reads (RFC 8188 with one record, keys of RFC 8291). */
export const decryptPush = (phone: PushPhone, body: Buffer): PushPayload => v.parse(PushPayload, openPush(phone, body));

/** The same, as a browser that knows declarative pushes takes it. */
export const decryptDeclared = (phone: PushPhone, body: Buffer): DeclarativePush =>
  v.parse(DeclarativePush, openPush(phone, body));

function openPush({ ecdh, secret }: PushPhone, body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const theirs = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = hmac(secret, ecdh.computeSecret(theirs));
  const ikm = hmac(shared, 'WebPush: info\0', ecdh.getPublicKey(), theirs, Buffer.from([1]));
  const prk = hmac(salt, ikm);
  const decipher = createDecipheriv('aes-128-gcm', expand(prk, 'aes128gcm', 16), expand(prk, 'nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

/** The signature shows that it comes from us (RFC 8292). */
export function expectSigned({ headers }: ArrivedPush, publicKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) };
  const [head, claims = '', signature = ''] = token.split('.');
  const verified = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(verified).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://fcm.googleapis.com',
    sub: 'mailto:a@example.jp',
  });
}

/** Keeps what arrives. `answers`: what it answers, by path; 201 where nothing is said. */
export function createPushService() {
  const arrived: ArrivedPush[] = [];
  const answers = new Map<string, { status: number; retryAfter?: string }>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) });
    const { status = 201, retryAfter } = answers.get(path) ?? {};
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  /** As global fetch, with the push services' addresses led to this one. */
  const toService: typeof fetch = (address, init) => {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${new URL(String(address)).pathname}`, init);
  };
  return {
    arrived,
    answers,
    fetch: toService,
    open: () => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)),
    close: () => void server.close(),
  };
}
