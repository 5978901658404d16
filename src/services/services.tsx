import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Tenant } from '../../tenants/schema.ts';
import type { Api } from '../api/client.ts';
import type { Revalidation, RevalidationSnapshot } from '../api/revalidation.ts';
import type { ClientConfig } from '../contract/config.ts';
import type { OutboxClient } from '../outbox/client.ts';
import type { ImagePreparer } from '../outbox/ports.ts';
import type { Keeper } from '../platform/kept/keeper.ts';
import type { Drafts } from '../platform/storage/drafts.ts';
import type { ShareTargetStore } from '../platform/storage/shareTargetStore.ts';
import type { PageObjects } from '../platform/upload/pageObjects.ts';
import type { Session } from '../session/session.ts';
import { ANONYMOUS, type SessionState, userIdOf } from '../session/sessionState.ts';

/** Every effect the screens have on the outside, made once in `app/` and replaced as a whole in tests. */
export interface Services {
  readonly config: ClientConfig;
  /** The tenant of this page; null on an unknown one. */
  readonly tenant: Tenant | null;
  readonly api: Api;
  readonly revalidation: Revalidation;
  readonly session: Session;
  readonly outbox: OutboxClient;
  /** Matches kept to be seen without signal (KEP-01). */
  readonly kept: { readonly open: () => Promise<Keeper> };
  /** The post form's state and the bytes of its photos. */
  readonly drafts: Drafts;
  /** Photos that came from the phone's share sheet or the file manager, until the post form takes them. */
  readonly shareTarget: ShareTargetStore;
  /** JPEG preparation in its own worker, started on first use. */
  readonly preparer: ImagePreparer;
  /** Pictures that don't go through the outbox (event thumbnails, avatars), and deletion. Loaded on first use. */
  readonly objects: PageObjects;
}

const ServicesContext = createContext<Services | null>(null);
/** In whose name calls are made. */
const UserIdContext = createContext<string | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  const { getState, subscribe } = services.session;
  const read = () => userIdOf(getState());
  // The fan this device remembers also while hydrating: no markup depends on it, and the page's answers have that key (ssrData.ts).
  const userId = useSyncExternalStore(subscribe, read, read);
  return (
    <ServicesContext value={services}>
      <UserIdContext value={userId}>{children}</UserIdContext>
    </ServicesContext>
  );
}

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('ServicesProvider is missing');
  // Draws the component again for another fan: the keys of its queries name the fan (queries/endpointQuery.ts).
  useContext(UserIdContext);
  return services;
}

/** What server-side rendering and hydration start from: nothing shown is old. */
export const NEW_ANSWERS: RevalidationSnapshot = { isStale: false, endpoints: new Set() };

/** Who is signed in; re-renders on a change. */
export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.getState, () => ANONYMOUS);
}

/** The tenant of this page. Only below the routes of a known tenant. */
export function useTenant(): Tenant {
  const { tenant } = useServices();
  if (tenant === null) throw new Error('No tenant on this page');
  return tenant;
}

/** Whether what is shown came from the cache (DAT-02). */
export function useRevalidation(): RevalidationSnapshot {
  const { revalidation } = useServices();
  return useSyncExternalStore(revalidation.subscribe, revalidation.getSnapshot, () => NEW_ANSWERS);
}
