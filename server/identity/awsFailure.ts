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

/** The error `callService` throws. */
export function serviceFailure(service: string, cause: unknown): Error {
  const { name, code } = cause instanceof Error ? (cause as Error & { code?: unknown }) : { name: String(cause) };
  const reason = [name, ...(typeof code === 'string' && code !== name ? [code] : [])].join(' ');
  return new Error(`The ${service} cannot be used: ${reason}.`, { cause });
}
