/**
 * Who answered a call to the object store: the store, or something between it and the phone (SAF-23). Read from the raw answer, before
 * the SDK does: it would take a portal's 403 for the store's, and needs an XML parser, which a worker has not (T20).
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '../../contract/errors.ts';

/** An S3 error is some hundred bytes; a portal's page may be any length. */
const MAX_CHARS = 16_384;
const ERROR_XML = /^\s*(?:<\?xml[^>]*\?>)?\s*<Error(?:\s[^>]*)?>([\s\S]*)<\/Error>\s*$/;
const CODE = /<Code>(\w{1,64})<\/Code>/;

/** The raw answer, as the SDK's request handlers give it; status 0: the connection broke. */
interface RawAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The store's own refusal. `name`: the code of its XML, or null for a HEAD, which has no body. Shaped as the SDK's errors are. */
export class StoreRefusal extends Error {
  readonly code: string | null;
  readonly $metadata: { readonly httpStatusCode: number };
  readonly $response: Pick<RawAnswer, 'statusCode' | 'headers'>;

  constructor(code: string | null, { statusCode, headers }: RawAnswer) {
    super(code ?? `status ${statusCode}`);
    this.name = 'StoreRefusal';
    this.code = code;
    this.$metadata = { httpStatusCode: statusCode };
    this.$response = { statusCode, headers };
  }
}

/**
 * Lets calls of this client end in a success, a `StoreRefusal`, or AppError BAD_ANSWER (or UNAVAILABLE for a status over 499), retry
 * 'later', for every answer that is not the store's.
 */
export function watchAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const isHead = (args.request as { readonly method?: string }).method === 'HEAD';
      await requireStore(result.response as RawAnswer, isHead, (body) => client.config.streamCollector(body));
      return result;
    },
    // Inside the SDK's own reading of the answer.
    { step: 'deserialize', priority: 'low', name: 'watchAnswers' },
  );
}

async function requireStore(
  answer: RawAnswer,
  isHead: boolean,
  collect: (body: unknown) => Promise<Uint8Array>,
): Promise<void> {
  const { statusCode: status, body } = answer;
  if (status === 0) return;
  if (status < 300) {
    if (/^text\/html/i.test(headerOf(answer, 'content-type'))) throw foreign(status);
    return;
  }
  if (isHead) {
    if (isStoreHead(answer)) throw new StoreRefusal(null, answer);
    throw foreign(status);
  }
  // What cannot be read to its end came over a broken line, too.
  const bytes = body === undefined || body === null ? null : await collect(body).catch(() => null);
  const code = bytes === null ? null : codeOf(new TextDecoder().decode(bytes.subarray(0, MAX_CHARS)));
  if (code === null) throw foreign(status);
  throw new StoreRefusal(code, answer);
}

/** `Code` of a whole S3 error document; null: it is none. */
function codeOf(text: string): string | null {
  const inside = ERROR_XML.exec(text)?.[1];
  return inside === undefined ? null : (CODE.exec(inside)?.[1] ?? null);
}

/** S3 names its request in every answer, and the type of the body a HEAD leaves out. */
const isStoreHead = (answer: RawAnswer): boolean =>
  headerOf(answer, 'x-amz-request-id') !== '' || /^(application|text)\/xml\b/i.test(headerOf(answer, 'content-type'));

const headerOf = ({ headers }: RawAnswer, name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';

const foreign = (status: number): AppError =>
  new AppError(status >= 500 ? 'UNAVAILABLE' : 'BAD_ANSWER', 'later', { status });
