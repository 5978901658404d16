import type { SessionUser } from './rememberedUser.ts';

export type SessionState =
  | { readonly status: 'anonymous' }
  | { readonly status: 'signedIn'; readonly user: SessionUser }
  /** The login was revoked: reading goes on, writing asks the same fan to sign in again. */
  | { readonly status: 'expired'; readonly user: SessionUser };

/** Nobody is signed in, or nothing is known yet: also what server-side rendering and hydration start from. */
export const ANONYMOUS: SessionState = { status: 'anonymous' };

/** The state as this device remembers it, known before any token is read. */
export const rememberedState = (user: SessionUser | null): SessionState =>
  user === null ? ANONYMOUS : { status: 'signedIn', user };

/** In whose name calls are made; null: in nobody's. */
export const userIdOf = (state: SessionState): string | null => (state.status === 'anonymous' ? null : state.user.id);
