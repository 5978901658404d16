/** Draws components with services that answer as a test says. Of everything else they know nothing, and change nothing. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, type RenderResult, render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { NOTHING_KNOWN } from '../../src/outbox/client.ts';
import { NEW_ANSWERS, type Services, ServicesProvider } from '../../src/services/services.tsx';
import { ANONYMOUS, type SessionState } from '../../src/session/sessionState.ts';
import { useOverlayStack, useOverlays } from '../../src/ui/overlays.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from './tenants.ts';

const never = { subscribe: () => () => undefined };

export const signedInFan: SessionState = { status: 'signedIn', user: { id: 'me', name: '私', usepermit: false } };

/** What a test says of the services: of each as much as its component asks for. */
export interface GivenServices {
  readonly tenant?: Services['tenant'];
  /** Who is signed in, or a function where that changes; without it nobody. */
  readonly state?: SessionState | (() => SessionState);
  /** Calls by name; every other call answers with an empty list. */
  readonly api?: object;
  readonly session?: object;
  readonly outbox?: object;
  readonly others?: Partial<Record<keyof Services, unknown>>;
}

export function fakeServices(given: GivenServices = {}): Services {
  const { tenant = findTenant(CLUB), state = ANONYMOUS } = given;
  const calls: Record<string, unknown> = { ...given.api };
  const services: Record<keyof Services, unknown> = {
    config: { objects: { publicBase: '/s3/photos' } },
    tenant,
    api: new Proxy(calls, { get: (known, name: string) => known[name] ?? (async () => ({ list: [] })) }),
    revalidation: { ...never, getSnapshot: () => NEW_ANSWERS },
    session: { ...never, getState: typeof state === 'function' ? state : () => state, ...given.session },
    outbox: { ...never, getSnapshot: () => NOTHING_KNOWN, ...given.outbox },
    kept: { open: () => new Promise(() => undefined) },
    drafts: { readDraftPhoto: async () => null },
    shareTarget: { take: async () => ({ files: [], forget: async () => undefined }) },
    preparer: { prepare: () => Promise.reject(new Error('nothing is prepared here')) },
    objects: {},
    ...given.others,
  };
  return services as unknown as Services;
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

export interface Screen extends RenderResult {
  readonly queryClient: QueryClient;
  /** What stands over the component, as it does now. */
  readonly overlays: () => ReturnType<typeof useOverlays>;
  readonly stack: () => ReturnType<typeof useOverlayStack>;
}

/**
 * Draws a component, or several, and waits for what comes at once. It is taken away, with what it opened, when the test ends.
 * @param queryClient one with answers in it, or that outlives the component
 */
export async function renderWith(
  node: ReactNode,
  services: Services = fakeServices(),
  queryClient: QueryClient = newQueryClient(),
): Promise<Screen> {
  let shown: { overlays: ReturnType<typeof useOverlays>; stack: ReturnType<typeof useOverlayStack> } | undefined;
  function Watch(): null {
    shown = { overlays: useOverlays(), stack: useOverlayStack() };
    return null;
  }
  const wrapped = (children: ReactNode): ReactElement => (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>
        <Watch />
        {children}
      </ServicesProvider>
    </QueryClientProvider>
  );
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const result = await act(async () => render(wrapped(node)));
  const known = () => {
    if (shown === undefined) throw new Error('Nothing is drawn.');
    return shown;
  };
  onTestFinished(() => {
    act(() => known().overlays.closeAll());
    cleanup();
  });
  return {
    ...result,
    rerender: (next) => result.rerender(wrapped(next)),
    queryClient,
    overlays: () => known().overlays,
    stack: () => known().stack,
  };
}
