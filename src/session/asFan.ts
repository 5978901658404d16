import { AppError } from '../contract/errors.ts';
import { isTokenRefused } from '../platform/identity/identityCall.ts';
import type { TokenSource } from '../platform/identity/identityTokens.ts';

export type AsFan = ReturnType<typeof createAsFan>;

/**
 * Runs a call of the identity provider in the fan's name. A refused token is renewed once; where that is refused as well the login
 * was ended elsewhere.
 * @throws AppError UNAUTHENTICATED | TOKEN_EXPIRED (login); what the call itself is refused with
 */
export function createAsFan(tokens: TokenSource) {
  async function accessToken(force: boolean): Promise<string> {
    const found = await tokens.get({ force }).catch((error: unknown) => {
      if (error instanceof AppError && error.retry === 'login')
        throw new AppError('TOKEN_EXPIRED', 'login', { cause: error });
      throw error;
    });
    if (found === null) throw new AppError('UNAUTHENTICATED', 'login');
    return found.accessToken;
  }

  return async function asFan<T>(run: (accessToken: string) => Promise<T>): Promise<T> {
    try {
      return await run(await accessToken(false));
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
    }
    return run(await accessToken(true));
  };
}
