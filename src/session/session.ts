import type { Api } from '../api/client.ts';
import { AppError } from '../contract/errors.ts';
import type { Identity, SignUpForm } from '../platform/identity/identity.ts';
import { isTokenRefused } from '../platform/identity/identityCall.ts';
import { claimsOf, type TokenSource, type Tokens } from '../platform/identity/identityTokens.ts';
import { plainEmail } from '../rules/emailAddress.ts';
import type { SessionUser } from './rememberedUser.ts';
import type { RememberedUser } from './rememberedUserStore.ts';
import { ANONYMOUS, rememberedState, type SessionState } from './sessionState.ts';

/** What the screen does after a sign-in: close the dialog and go on, or show the rules of a tenant the fan is new to (§4). */
export interface LoginResult {
  readonly next: 'close' | 'rule-agreement';
}

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
  /** Does the signed-in fan still have to agree to the present tenant's rules? No call while the answer is remembered (ACC-08). */
  needsAgreement(): Promise<boolean>;
  /** Saves photo-use permission (ROL-05). */
  setUsepermit(usepermit: boolean): Promise<void>;
}

/** The signed-in fan's own data; nobody else sees address, birth year and prefecture. */
export interface OwnProfile {
  readonly email: string;
  readonly name: string;
  readonly nickname: string;
  /** Year of birth and prefecture, both may be empty (custom:extended1, custom:extended2). */
  readonly extended1: string;
  readonly extended2: string;
  /** Object key of the avatar. */
  readonly avatar: string | null;
}

/** The tenant of the page, as far as the session needs it. */
export interface SessionTenant {
  readonly id: string;
  readonly rulesVersion: string;
}

export interface SessionDeps {
  readonly api: Pick<Api, 'getOwnAttributes' | 'getUsepermit' | 'putUsepermit' | 'getUserTenants' | 'putUserTenant'>;
  readonly identity: Identity;
  readonly tokens: TokenSource;
  readonly remembered: RememberedUser;
  readonly getTenant: () => SessionTenant | null;
  /** Tells other tabs that the session changed, and hears it from them. */
  readonly channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** After a logout or a change of user: wipe what was cached for this fan (DAT-03). */
  readonly onSignedOut?: (userId: string) => void | Promise<void>;
}

/** One per page. The state is known at once from local storage and then checked against the tokens. */
export function createSession(deps: SessionDeps): Session {
  const { api, identity, tokens, remembered } = deps;
  let state = rememberedState(remembered.load());
  const listeners = new Set<() => void>();

  function show(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function announce(next: SessionState) {
    show(next);
    deps.channel?.postMessage('changed');
  }

  tokens.onRevoked((userId) => {
    if (state.status === 'signedIn' && state.user.id === userId) announce({ status: 'expired', user: state.user });
  });
  deps.channel?.addEventListener('message', () => void check());
  void check();

  /** Tokens may be gone (evicted, signed out in another tab) or of another fan. */
  async function check() {
    const found = await tokens.peek().catch(() => undefined);
    if (found === undefined) return;
    if (found === null) {
      if (state.status !== 'anonymous') show(ANONYMOUS);
      return;
    }
    const user = remembered.load() ?? recover(found);
    if (found.userId !== user.id) return;
    const status = found.refreshToken === null ? 'expired' : 'signedIn';
    if (state.status !== status || state.user.id !== user.id || state.user.usepermit !== user.usepermit)
      show({ status, user });
  }

  /**
   * Browsers write local storage with a delay: a phone that dies right after a sign-in forgets who it was, but not the tokens. The
   * permission follows when there is signal.
   */
  function recover({ userId, idToken }: Tokens): SessionUser {
    const user: SessionUser = { id: userId, name: nameIn(idToken), usepermit: null };
    remembered.save(user);
    void api.getUsepermit().then(
      ({ usepermit }) => {
        if (state.status === 'anonymous' || state.user.id !== userId) return;
        const known = { ...state.user, usepermit };
        remembered.save(known);
        show({ status: state.status, user: known });
      },
      () => undefined, // asked again before the next post
    );
    return user;
  }

  function requireTenant(): SessionTenant {
    const tenant = deps.getTenant();
    if (tenant === null) throw new AppError('UNKNOWN_TENANT', 'never');
    return tenant;
  }

  /**
   * Runs a call of the identity provider in the fan's name. A refused token is renewed once; where that is refused as well the login
   * was ended elsewhere.
   * @throws AppError UNAUTHENTICATED | TOKEN_EXPIRED (login); what the call itself is refused with
   */
  async function asFan<T>(run: (accessToken: string) => Promise<T>): Promise<T> {
    try {
      return await run(await accessToken(false));
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
    }
    return run(await accessToken(true));
  }
  async function accessToken(force: boolean): Promise<string> {
    const found = await tokens.get({ force }).catch((error: unknown) => {
      if (error instanceof AppError && error.retry === 'login')
        throw new AppError('TOKEN_EXPIRED', 'login', { cause: error });
      throw error;
    });
    if (found === null) throw new AppError('UNAUTHENTICATED', 'login');
    return found.accessToken;
  }

  /** The name lists show: the nickname. */
  function rename({ nickname: shown = '' }: Readonly<Record<string, string>>) {
    if (shown === '' || state.status === 'anonymous') return;
    const user = { ...state.user, name: shown };
    remembered.save(user);
    announce({ status: state.status, user });
  }

  async function hasAgreed(tenant: SessionTenant): Promise<boolean> {
    const { list } = await api.getUserTenants();
    return list.some((one) => one.tenant_id === tenant.id && one.agreed_version === tenant.rulesVersion);
  }

  async function signOut() {
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

  async function completeLogin(userId: string, tenant: SessionTenant): Promise<LoginResult> {
    const attributes = await api.getOwnAttributes();
    const permit = await api.getUsepermit().catch(() => ({ usepermit: null }));
    const agreed = await hasAgreed(tenant);
    const previous = remembered.load();
    const user: SessionUser = { id: userId, name: attributes.Name ?? '', usepermit: permit.usepermit };
    remembered.save(user);
    if (agreed) remembered.saveLoginTenant(tenant.id);
    announce({ status: 'signedIn', user });
    if (previous !== null && previous.id !== userId) await deps.onSignedOut?.(previous.id);
    return { next: agreed ? 'close' : 'rule-agreement' };
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async login(email, password) {
      const tenant = requireTenant();
      const issued = await identity.signIn(plainEmail(email), password, tenant.id);
      await tokens.save(issued);
      try {
        return await completeLogin(issued.userId, tenant);
      } catch (error) {
        await signOut();
        throw error;
      }
    },
    logout: signOut,
    signUp: (form) => identity.signUp({ ...form, email: plainEmail(form.email) }, requireTenant().id),
    confirm: (email, code) => identity.confirmSignUp(plainEmail(email), code.trim()),
    resend: (email) => identity.resendCode(plainEmail(email)),
    forgotPassword: (email) => identity.forgotPassword(plainEmail(email)),
    confirmForgotPassword: (email, code, password) =>
      identity.confirmForgotPassword(plainEmail(email), code.trim(), password),
    changePassword: (previous, proposed) => asFan((token) => identity.changePassword(token, previous, proposed)),
    fetchProfile: async () => profileOf(await asFan(identity.fetchAttributes)),
    async updateProfile(attributes) {
      await asFan((token) => identity.updateAttributes(token, attributes));
      rename(attributes);
    },
    async askForEmail(email, password) {
      const present = profileOf(await asFan(identity.fetchAttributes)).email;
      // A sign-in of its own, for this one call: the device's stays what it is.
      const fresh = await identity.signIn(present, password, requireTenant().id);
      try {
        await identity.updateAttributes(fresh.accessToken, { email: plainEmail(email) });
      } finally {
        if (fresh.refreshToken !== null) void identity.revoke(fresh.refreshToken).catch(() => undefined);
      }
    },
    resendEmailCode: () => asFan(identity.resendEmailCode),
    confirmEmail: (code) => asFan((token) => identity.verifyEmail(token, code.trim())),
    async logoutEverywhere() {
      await asFan(identity.signOutEverywhere);
      await signOut();
    },
    async leave() {
      await asFan(identity.deleteUser);
      await signOut();
    },
    getIdToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    async agreeToRules() {
      const tenant = requireTenant();
      await api.putUserTenant({ body: { tenant_id: tenant.id, agreed_version: tenant.rulesVersion } });
      remembered.saveLoginTenant(tenant.id);
    },
    async needsAgreement() {
      const tenant = deps.getTenant();
      if (tenant === null || state.status !== 'signedIn' || remembered.loadLoginTenant() === tenant.id) return false;
      const agreed = await hasAgreed(tenant);
      if (agreed) remembered.saveLoginTenant(tenant.id);
      return !agreed;
    },
    async setUsepermit(usepermit) {
      await api.putUsepermit({ body: { usepermit } });
      if (state.status === 'anonymous') return;
      const user = { ...state.user, usepermit };
      remembered.save(user);
      announce({ status: state.status, user });
    },
  };
}

/** The name in an ID token, as lists show it; empty where there is none. */
function nameIn(idToken: string): string {
  try {
    return String(claimsOf(idToken).nickname ?? '');
  } catch {
    return '';
  }
}

const profileOf = (attributes: Readonly<Record<string, string>>): OwnProfile => ({
  email: attributes.email ?? '',
  name: attributes.name ?? '',
  nickname: attributes.nickname ?? '',
  extended1: attributes['custom:extended1'] ?? '',
  extended2: attributes['custom:extended2'] ?? '',
  avatar: attributes['custom:extended4'] || null,
});
