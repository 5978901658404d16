/** What an operator reads in the log when a service of Amazon's, or another maker's, fails: its own errors do not say whose they are. */

/**
 * Runs a call of the service. Throws an error that names it, with the reason as the service or the network gave it; the cause is
 * what was thrown.
 * @param service such as "bucket photos"
 */
export async function callService<T>(service: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw serviceFailure(service, cause);
  }
}

/** A service of Amazon's, or another maker's, did not do as it was asked. */
export class ServiceFailure extends Error {
  /** It could not be reached, or could not answer just now: whoever called comes again. Else it refuses us, which passes by no waiting. */
  readonly isPassing: boolean;
  /** Its kind and name, such as 'bucket photos'. */
  readonly service: string;
  constructor(service: string, reason: string, cause: unknown) {
    super(`The ${service} cannot be used: ${reason}.`, { cause });
    this.service = service;
    const { status, isSlowDown } = answerOf(cause);
    this.isPassing = status === undefined || status >= 500 || isSlowDown;
  }
}

/** What Amazon's SDK says of a call's answer; no status: there was none. */
function answerOf(cause: unknown): { readonly status: number | undefined; readonly isSlowDown: boolean } {
  const { $metadata, $retryable } = (cause ?? {}) as {
    readonly $metadata?: { readonly httpStatusCode?: number };
    readonly $retryable?: { readonly throttling?: boolean };
  };
  const status = $metadata?.httpStatusCode;
  return { status, isSlowDown: status === 429 || $retryable?.throttling === true };
}

/** The error `callService` throws. */
export function serviceFailure(service: string, cause: unknown): ServiceFailure {
  const { name, code } = cause instanceof Error ? (cause as Error & { code?: unknown }) : { name: String(cause) };
  const reason = [name, ...(typeof code === 'string' && code !== name ? [code] : [])].join(' ');
  return new ServiceFailure(service, reason, cause);
}
