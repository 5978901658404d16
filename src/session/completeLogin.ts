import { isMemberBy } from './membership.ts';
import type { SessionUser } from './rememberedUser.ts';
import type { SessionDeps, SessionTenant } from './sessionDeps.ts';
import type { SessionStore } from './sessionStore.ts';

/** What the screen does after a sign-in: close the dialog and go on, or show the rules of a tenant the fan is new to (§4). */
export interface LoginResult {
  readonly next: 'close' | 'rule-agreement';
}

/** Once the identity provider has let the fan in: attributes, use-permit, memberships (ACC-02). */
export async function completeLogin(
  { api, remembered, onSignedOut }: SessionDeps,
  announce: SessionStore['announce'],
  userId: string,
  tenant: SessionTenant,
): Promise<LoginResult> {
  const attributes = await api.getOwnAttributes();
  const permit = await api.getUsepermit().catch(() => ({ usepermit: null }));
  const agreed = isMemberBy((await api.getUserTenants()).list, tenant);
  const previous = remembered.load();
  const known = { id: userId, name: attributes.Name ?? '', usepermit: permit.usepermit };
  const user: SessionUser = agreed ? known : { ...known, agreement: 'missing' };
  remembered.save(user);
  if (agreed) remembered.saveLoginTenant(tenant.id);
  announce({ status: 'signedIn', user });
  if (previous !== null && previous.id !== userId) await onSignedOut?.(previous.id);
  return { next: agreed ? 'close' : 'rule-agreement' };
}
