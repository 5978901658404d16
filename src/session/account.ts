/** What a fan does with the account at the identity provider. */
import type { SignUpForm } from '../platform/identity/identity.ts';
import { plainEmail } from '../rules/emailAddress.ts';
import { createAsFan } from './asFan.ts';
import { requireTenant } from './membership.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionStore } from './sessionStore.ts';

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

/** The account calls of `Session`. */
export function createAccount(
  { identity, tokens, getTenant }: SessionDeps,
  changeUser: SessionStore['changeUser'],
  signOut: () => Promise<void>,
) {
  const asFan = createAsFan(tokens);

  /** The name lists show: the nickname. */
  function rename({ nickname: shown = '' }: Readonly<Record<string, string>>) {
    if (shown !== '') changeUser({ name: shown });
  }

  return {
    signUp: (form: SignUpForm) =>
      identity.signUp({ ...form, email: plainEmail(form.email) }, requireTenant(getTenant).id),
    confirm: (email: string, code: string) => identity.confirmSignUp(plainEmail(email), code.trim()),
    resend: (email: string) => identity.resendCode(plainEmail(email)),
    forgotPassword: (email: string) => identity.forgotPassword(plainEmail(email)),
    confirmForgotPassword: (email: string, code: string, password: string) =>
      identity.confirmForgotPassword(plainEmail(email), code.trim(), password),
    changePassword: (previous: string, proposed: string) =>
      asFan((token) => identity.changePassword(token, previous, proposed)),
    fetchProfile: async () => profileOf(await asFan(identity.fetchAttributes)),
    async updateProfile(attributes: Readonly<Record<string, string>>) {
      await asFan((token) => identity.updateAttributes(token, attributes));
      rename(attributes);
    },
    async askForEmail(email: string, password: string) {
      const present = profileOf(await asFan(identity.fetchAttributes)).email;
      // A sign-in of its own, for this one call: the device's stays what it is.
      const fresh = await identity.signIn(present, password, requireTenant(getTenant).id);
      try {
        await identity.updateAttributes(fresh.accessToken, { email: plainEmail(email) });
      } finally {
        if (fresh.refreshToken !== null) void identity.revoke(fresh.refreshToken).catch(() => undefined);
      }
    },
    async confirmPassword(password: string) {
      const { email } = profileOf(await asFan(identity.fetchAttributes));
      await tokens.save(await identity.signIn(email, password, requireTenant(getTenant).id));
    },
    resendEmailCode: () => asFan(identity.resendEmailCode),
    confirmEmail: (code: string) => asFan((token) => identity.verifyEmail(token, code.trim())),
    async logoutEverywhere() {
      await asFan(identity.signOutEverywhere);
      await signOut();
    },
    async leave() {
      await asFan(identity.deleteUser);
      await signOut();
    },
  };
}

const profileOf = (attributes: Readonly<Record<string, string>>): OwnProfile => ({
  email: attributes.email ?? '',
  name: attributes.name ?? '',
  nickname: attributes.nickname ?? '',
  extended1: attributes['custom:extended1'] ?? '',
  extended2: attributes['custom:extended2'] ?? '',
  avatar: attributes['custom:extended4'] || null,
});
