import { randomUUID } from 'node:crypto';
import type { StorageErrorCode } from '../../src/contract/errors.ts';

/** Refusals of the S3 protocol that are not in the catalogue of spec §8. */
type ProtocolErrorCode =
  | 'InvalidRequest'
  | 'InvalidRange'
  | 'InvalidDigest'
  | 'MissingContentLength'
  | 'XAmzContentSHA256Mismatch'
  | 'NotImplemented'
  | 'MethodNotAllowed';

/** A refusal as S3 answers it: code, HTTP status, message. */
export class StorageError extends Error {
  readonly code: StorageErrorCode | ProtocolErrorCode;
  readonly status: number;
  constructor(code: StorageErrorCode | ProtocolErrorCode, status: number, message: string = code) {
    super(message);
    this.name = 'StorageError';
    this.code = code;
    this.status = status;
  }
}

export const accessDenied = (message = 'Access Denied') => new StorageError('AccessDenied', 403, message);
export const preconditionFailed = () =>
  new StorageError('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold');
/** S3's clients, and our queue, come again a little later. */
export const slowDown = () => new StorageError('SlowDown', 503, 'Please reduce your request rate.');
/** The same of a fan who has stored too much that was never registered: nothing of the store's fails, and no alert may say so. */
export const tooManyUploads = () => new StorageError('SlowDown', 429, 'Please reduce your request rate.');
export const expiredToken = () => new StorageError('ExpiredToken', 400, 'The provided token has expired.');
export const noSuchKey = () => new StorageError('NoSuchKey', 404, 'The specified key does not exist.');
export const incompleteBody = () =>
  new StorageError('IncompleteBody', 400, 'You did not provide the number of bytes specified.');

/** By it an operator finds the answer a client complains of: the same in the header and in the XML. */
export const REQUEST_ID = 'x-amz-request-id';

/** The XML of a refusal. Codes and messages are ours and hold nothing of the request, so nothing needs escaping. */
export function errorAnswer(
  { code, status, message }: StorageError,
  method: string,
  headers: Record<string, string> = {},
): Response {
  const requestId = randomUUID();
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>${requestId}</RequestId></Error>`;
  return new Response(method === 'HEAD' ? null : xml, {
    status,
    headers: {
      'content-type': 'application/xml',
      'cache-control': 'no-store',
      [REQUEST_ID]: requestId,
      ...headers,
    },
  });
}
