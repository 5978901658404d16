/** The protocol of the identity services: what a call must look like, and what a refusal tells. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/databaseFailure.ts';
import { answerCall, type Call, CognitoError, type Operations, operation } from './wire.ts';

const calls: Call[] = [];
const operations: Operations = {
  Say: operation(v.object({ text: v.string(), deep: v.optional(v.object({ n: v.number() })) }), async (input, call) => {
    calls.push(call);
    call.cookies.push('a=1', 'b=2');
    return { said: input.text };
  }),
  Refuse: async (_, call) => {
    call.cookies.push('a=1');
    throw new CognitoError('NotAuthorizedException', 'Not you.');
  },
  Break: async () => {
    throw new Error('a bug, with the name of a fan');
  },
  Wait: async () => {
    throw new DatabaseUnavailable('no connection', { isWorthRepeating: true });
  },
};

interface Sent {
  readonly target?: string;
  readonly method?: string;
  readonly type?: string | null;
  readonly body?: string | null;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}
async function send({ target = 'Pool.Say', method = 'POST', body = '{"text":"hi"}', ...sent }: Sent = {}) {
  const { type = 'application/x-amz-json-1.1', address, headers = {} } = sent;
  const errors: unknown[] = [];
  const request = new Request('http://localhost/idp', {
    method,
    headers: { 'x-amz-target': target, ...(type === null ? {} : { 'content-type': type }), ...headers },
    ...(method === 'GET' ? {} : { body }),
  });
  if (type === null) request.headers.delete('content-type');
  const answer = await answerCall(request, 'Pool', operations, (error) => errors.push(error), address);
  const json = (await answer.json()) as Record<string, string>;
  return { status: answer.status, headers: answer.headers, json, code: json.__type, errors };
}

test('ACC-12e an operation is found by its name in its service, by POST, and in no other way', async () => {
  expect(await send()).toMatchObject({ status: 200, json: { said: 'hi' }, errors: [] });
  const unknown: Sent[] = [
    ...['Pool.say', 'Say', 'Other.Say', 'Club.Say', 'PoolSay', 'Pool.', '', 'Pool.toString', 'Pool.__proto__'].map(
      (target) => ({
        target,
      }),
    ),
    ...[{ method: 'GET' }, { method: 'PUT' }],
  ];
  for (const sent of unknown)
    expect([sent, await send(sent)]).toMatchObject([
      sent,
      { status: 400, json: { __type: 'UnknownOperationException', message: 'Unknown operation' }, errors: [] },
    ]);
});

test('SAF-01b a body is JSON of the protocol’s type and of 64 KiB at most', async () => {
  const filled = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) });
  expect(filled(100)).toHaveLength(100);
  expect((await send({ body: filled(64 * 1024) })).status).toBe(200);
  expect(await send({ body: filled(64 * 1024 + 1) })).toMatchObject({ status: 413, code: 'SerializationException' });
  for (const body of [null, '', '{', 'text'])
    expect(await send({ body })).toMatchObject({
      status: 400,
      json: { __type: 'SerializationException', message: 'The body is not JSON' },
      errors: [],
    });
  for (const type of [null, 'application/json', 'text/plain'])
    expect(await send({ type })).toMatchObject({
      status: 415,
      json: { __type: 'SerializationException', message: 'Unexpected content type' },
    });
  expect((await send({ type: 'Application/X-Amz-Json-1.1 ; charset=utf-8' })).status).toBe(200);
  // Half of a surrogate pair is no text a database takes.
  expect(await send({ body: '{"text":"\\ud800"}' })).toMatchObject({ status: 200, json: { said: '\ufffd' } });
});

test('ACC-12d input of another shape names its field, and nothing of what was in it', async () => {
  const messageOf = async (body: string) => (await send({ body })).json.message;
  expect(await messageOf('{"text":7}')).toBe("1 validation error detected: Value at 'text' is invalid.");
  expect(await messageOf('{"text":"a","deep":{"n":"x"}}')).toBe(
    "1 validation error detected: Value at 'deep.n' is invalid.",
  );
  expect(await messageOf('7')).toBe("1 validation error detected: Value at 'request' is invalid.");
  expect(await send({ body: '7' })).toMatchObject({ status: 400, code: 'InvalidParameterException', errors: [] });
});

test('SAF-18a a refusal is answered as it is, a bug without its words, a database that is away with 503', async () => {
  const refused = await send({ target: 'Pool.Refuse' });
  expect(refused).toMatchObject({ status: 400, json: { __type: 'NotAuthorizedException', message: 'Not you.' } });
  expect([refused.errors, refused.headers.getSetCookie(), refused.headers.get('retry-after')]).toEqual([[], [], null]);
  expect(refused.headers.get('x-amzn-errortype')).toBe('NotAuthorizedException');
  const broken = await send({ target: 'Pool.Break' });
  expect(broken).toMatchObject({
    status: 500,
    json: { __type: 'InternalErrorException', message: 'Internal error' },
    errors: [{ message: 'a bug, with the name of a fan' }],
  });
  expect(broken.headers.get('retry-after')).toBeNull();
  const waiting = await send({ target: 'Pool.Wait' });
  expect(waiting).toMatchObject({ status: 503, code: 'ServiceUnavailable', errors: [{ message: 'no connection' }] });
  expect(waiting.json.message).toBe('The service is temporarily unavailable');
  expect(waiting.headers.get('retry-after')).toBe('2');
});

test('SAF-05a an answer sets its cookies, is kept by nobody, and counts for the address it came from', async () => {
  calls.length = 0;
  const { headers } = await send({ address: '203.0.113.9' });
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const told = ['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name));
  expect(told).toEqual(['application/x-amz-json-1.1', 'no-store', 'nosniff']);
  expect(headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('x-amzn-errortype')).toBeNull();
  await send();
  expect(calls.map(({ network, isSecure }) => [network, isSecure])).toEqual([
    ['203.0.113.9', false],
    ['unknown', false],
  ]);
});
