import { AppError } from '../../contract/errors.ts';
import type { Owner } from '../../outbox/ports.ts';
import type { TokenSource, Tokens } from './identityTokens.ts';

/** Who is signed in on this device, for the queue; alike in page and worker. */
export function createOwner(tokens: TokenSource): Owner {
  return {
    async current() {
      try {
        const found = await tokens.get();
        return found === null ? null : { userId: found.userId, session: found.session };
      } catch (error) {
        if (error instanceof AppError && error.retry === 'login') return null;
        throw error;
      }
    },
  };
}

/**
 * Tokens of exactly this fan: a post is never sent in another's name (QUE-05).
 * @throws AppError UNAUTHENTICATED (login) when somebody else or nobody is signed in; NETWORK … (later) when a renewal got no answer
 */
export async function tokensOfUser(tokens: TokenSource, userId: string, force = false): Promise<Tokens> {
  const found = await tokens.get({ force });
  if (found?.userId !== userId) throw new AppError('UNAUTHENTICATED', 'login');
  return found;
}
