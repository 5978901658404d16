/** The JSON 1.1 protocol both identity services speak: one POST, the operation named in `x-amz-target`. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { IdentityErrorCode } from '../../src/contract/errors.ts';
import { withoutHalfPairs } from '../../src/rules/wellFormedJson.ts';
import { isTemporary, RETRY_AFTER_SECONDS } from '../database/databaseFailure.ts';
import { originOf } from '../http/originOf.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const MAX_BODY_BYTES = 64 * 1024;

/** Wire-level failures that are not part of the catalogue of spec §8. */
type ProtocolErrorCode =
  | 'SerializationException'
  | 'UnknownOperationException'
  | 'InternalErrorException'
  | 'ServiceUnavailable';

/** A refusal as the identity services answer it: exception name, message, HTTP status. */
export class CognitoError extends Error {
  readonly code: IdentityErrorCode | ProtocolErrorCode;
  readonly status: number;
  /** When it is worth coming again, in seconds; undefined: not known. */
  retryAfterS?: number;

  constructor(code: IdentityErrorCode | ProtocolErrorCode, message: string, status = 400) {
    super(message);
    this.name = 'CognitoError';
    this.code = code;
    this.status = status;
  }
}

/** A call besides its body. */
export interface Call {
  readonly headers: Headers;
  /** Whom to count it for (`clientAddress`). */
  readonly network: string;
  /** Whether the caller came by https, as far as we are told (`originOf`). */
  readonly isSecure: boolean;
  /** Whether the caller can solve a challenge of ours, or has solved one that was good (SAF-32). */
  readonly proof: 'none' | 'possible' | 'good';
  /** Set-Cookie lines of the answer, unless it is a refusal. */
  readonly cookies: string[];
}

export type Operation = (body: unknown, call: Call) => Promise<object>;
export type Operations = Readonly<Record<string, Operation>>;

/** An operation with its checked input. Input of another shape is InvalidParameterException. */
export function operation<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, call: Call) => Promise<object>,
): Operation {
  return async (body, call) => {
    const parsed = v.safeParse(schema, body);
    if (parsed.success) return run(parsed.output, call);
    const field = parsed.issues[0]?.path?.map((part) => String(part.key)).join('.') ?? 'request';
    throw new CognitoError('InvalidParameterException', `1 validation error detected: Value at '${field}' is invalid.`);
  };
}

/** Counted together: calls whose network is not known. */
const NO_ADDRESS = 'unknown';

/**
 * Answers one call. Never throws: unexpected failures go to `onError` and answer InternalErrorException.
 * @param address whom to count it for (`clientAddress`); null: not known
 */
export async function answerCall(
  request: Request,
  service: string,
  operations: Operations,
  onError: (error: unknown) => void,
  address: string | null = null,
): Promise<Response> {
  try {
    const run = findOperation(request, service, operations);
    const isSecure = originOf(request).startsWith('https:');
    const network = address ?? NO_ADDRESS;
    const call: Call = { headers: request.headers, network, isSecure, proof: 'none', cookies: [] };
    const response = respond(200, await run(await readJson(request), call));
    for (const cookie of call.cookies) response.headers.append('set-cookie', cookie);
    return response;
  } catch (error) {
    if (!(error instanceof CognitoError)) onError(error);
    const known = error instanceof CognitoError ? error : failureOf(error);
    const retryAfterS = known.code === 'ServiceUnavailable' ? RETRY_AFTER_SECONDS : known.retryAfterS;
    const retry: Record<string, string> = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    const headers = { 'x-amzn-errortype': known.code, ...retry };
    return respond(known.status, { __type: known.code, message: known.message }, headers);
  }
}

/** What is nobody's input. AWS's SDKs repeat what is answered with 503. */
const failureOf = (error: unknown): CognitoError =>
  isTemporary(error)
    ? new CognitoError('ServiceUnavailable', 'The service is temporarily unavailable', 503)
    : new CognitoError('InternalErrorException', 'Internal error', 500);

function findOperation(request: Request, service: string, operations: Operations): Operation {
  const target = request.headers.get('x-amz-target') ?? '';
  const name = target.startsWith(`${service}.`) ? target.slice(service.length + 1) : '';
  const run = request.method === 'POST' && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!run) throw new CognitoError('UnknownOperationException', 'Unknown operation');
  return run;
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== CONTENT_TYPE) throw new CognitoError('SerializationException', 'Unexpected content type', 415);
  const text = await readText(request);
  try {
    return withoutHalfPairs(JSON.parse(text), text);
  } catch {
    throw new CognitoError('SerializationException', 'The body is not JSON');
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new CognitoError('SerializationException', 'The body is too large', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': CONTENT_TYPE,
      'cache-control': 'no-store',
      'x-amzn-requestid': randomUUID(),
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
