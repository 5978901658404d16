import { PERMISSION_WORDING } from '../contract/permissionWording.ts';
import type { SignUpForm } from '../platform/identity/identity.ts';
import { plainEmail } from '../rules/emailAddress.ts';
import { createAccount, type OwnProfile } from './account.ts';
import { checkTokens } from './checkTokens.ts';
import { completeLogin, type LoginResult } from './completeLogin.ts';
import { createMembership, requireTenant } from './membership.ts';
import { createRenewal } from './renewUser.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { ANONYMOUS, type SessionState } from './sessionState.ts';
import { createSessionStore } from './sessionStore.ts';

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /**
   * The login flow of §4 (ACC-02): identity, attributes, use-permit, memberships. A failure on the way leaves nobody signed in.
   * @throws AppError for the banner
   */
  login(email: string, password: string): Promise<LoginResult>;
  /** ACC-03, without the move to /{tenant}/index.html. Posts that wait keep waiting for their owner. */
  logout(): Promise<void>;
  signUp(form: SignUpForm): Promise<void>;
  confirm(email: string, code: string): Promise<void>;
  resend(email: string): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  confirmForgotPassword(email: string, code: string, password: string): Promise<void>;
  changePassword(previous: string, proposed: string): Promise<void>;
  /** What the fan told us, as the identity provider has it (ACC-11). */
  fetchProfile(): Promise<OwnProfile>;
  /** Profile of the identity provider (ACC-11): name, nickname, custom:extended4 (avatar key). */
  updateProfile(attributes: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Sends a code to a new mail address; the old one stays good until `confirmEmail` (ACC-11). The password is asked for anew: whoever
   * holds a phone that was left open must not take the account along.
   * @throws AppError NotAuthorizedException: wrong password
   */
  askForEmail(email: string, password: string): Promise<void>;
  /**
   * A new sign-in of the same fan, in place of the device's: for what the server does only soon after one (STF-04a).
   * @throws AppError NotAuthorizedException: wrong password
   */
  confirmPassword(password: string): Promise<void>;
  resendEmailCode(): Promise<void>;
  confirmEmail(code: string): Promise<void>;
  /** Ends the sign-ins on all devices, this one included. */
  logoutEverywhere(): Promise<void>;
  /** Deletes the account at the identity provider and signs out (ACC-10). */
  leave(): Promise<void>;
  /** A good ID token, renewed if need be; null when nobody is signed in. */
  getIdToken(request?: { readonly force?: boolean; readonly allowExpired?: boolean }): Promise<string | null>;
  /** Creates the membership of the present tenant (ACC-08). */
  agreeToRules(): Promise<void>;
  /** The fan wants what only members do: the rules are asked for at once, also where they were put off (ACC-13b). */
  demandAgreement(): void;
  /** The fan looks around first: `agreement` is no longer demanded. */
  putOffAgreement(): void;
  /** Asks the server for name, permission, suspension and membership (ACC-13). Never rejects: without an answer nothing changes. */
  renew(): Promise<void>;
  /**
   * Saves the permission for photo use in this tenant (ROL-05). `hasEarlierPosts`: a withdrawal covers earlier photos (ROL-06c).
   * @throws AppError of `putUsepermit`
   */
  setUsepermit(usepermit: boolean, more?: { readonly hasEarlierPosts?: boolean }): Promise<void>;
}

/** One per page. The state is known at once from local storage and then checked against the tokens. */
export function createSession(deps: SessionDeps): Session {
  const { api, identity, tokens, remembered } = deps;
  const store = createSessionStore(deps);
  const { getState, subscribe, announce, changeUser } = store;
  const renew = createRenewal(deps, store);
  checkTokens(deps, store, renew);

  async function signOut() {
    const state = getState();
    const user = state.status === 'anonymous' ? null : state.user;
    const kept = await tokens.peek().catch(() => null);
    await tokens.clear();
    // Without signal the token just lapses; nothing on this device knows it any more.
    if (kept?.refreshToken != null) void identity.revoke(kept.refreshToken).catch(() => undefined);
    remembered.clear();
    const tenant = deps.getTenant();
    if (tenant !== null) remembered.saveTenant(tenant.id);
    announce(ANONYMOUS);
    if (user !== null) await deps.onSignedOut?.(user.id);
  }

  return {
    getState,
    subscribe,
    async login(email, password) {
      const tenant = requireTenant(deps.getTenant);
      const issued = await identity.signIn(plainEmail(email), password, tenant.id);
      await tokens.save(issued);
      try {
        const result = await completeLogin(deps, announce, issued.userId, tenant);
        // Suspension and role of staff: nobody waits for them at a sign-in, but they come without a reload.
        void renew();
        return result;
      } catch (error) {
        await signOut();
        throw error;
      }
    },
    logout: signOut,
    ...createAccount(deps, changeUser, signOut),
    getIdToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    ...createMembership(deps, store),
    renew,
    async setUsepermit(usepermit, { hasEarlierPosts = false } = {}) {
      const earlier = !usepermit && hasEarlierPosts ? { earlier_posts: true } : {};
      await api.putUsepermit({ body: { usepermit, wording: PERMISSION_WORDING, ...earlier } });
      changeUser({ usepermit });
    },
  };
}
