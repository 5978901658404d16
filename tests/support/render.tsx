/** Draws components with services that answer as a test says. Of everything else they know nothing, and change nothing. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  act,
  cleanup,
  configure,
  fireEvent,
  type RenderHookResult,
  type RenderResult,
  render,
  renderHook,
  screen,
} from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { NOTHING_KNOWN } from '../../src/outbox/client.ts';
import { useWaitingActionControl } from '../../src/services/requireLogin.ts';
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
  /** Calls by name, as they are when one is made; every other call answers with an empty list. */
  readonly api?: object;
  readonly session?: object;
  readonly outbox?: object;
  readonly others?: Partial<Record<keyof Services, unknown>>;
}

export function fakeServices(given: GivenServices = {}): Services {
  const { tenant = findTenant(CLUB), state = ANONYMOUS, api = {} } = given;
  const services: Record<keyof Services, unknown> = {
    config: { objects: { publicBase: '/s3/photos' } },
    tenant,
    api: new Proxy(api, { get: (known, name) => Reflect.get(known, name) ?? (async () => ({ list: [] })) }),
    revalidation: { ...never, getSnapshot: () => NEW_ANSWERS },
    session: {
      ...never,
      renew: async () => undefined,
      getState: typeof state === 'function' ? state : () => state,
      ...given.session,
    },
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

/** What changes while a test runs, and tells who listens: the session, or the photos that wait. */
export function changing<State>(first: State) {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    getState: () => now,
    getSnapshot: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: async (next: State): Promise<void> => {
      now = next;
      await act(async () => listeners.forEach((tell) => void tell()));
    },
  };
}

/** Lets React know of the test, waits as long as a loaded machine needs, and takes away what is drawn when the test ends. */
function begin(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  configure({ asyncUtilTimeout: 30_000 });
  onTestFinished(cleanup);
}

/** Draws a component that asks for no services. It is taken away when the test ends. */
export function renderAlone(node: ReactNode): RenderResult {
  begin();
  return render(node);
}

/** Presses an element, or a button by its name, and waits for what comes at once. */
export async function press(what: string | RegExp | Element): Promise<void> {
  const element = what instanceof Element ? what : screen.getByRole('button', { name: what, hidden: true });
  await act(async () => void fireEvent.click(element));
}

const useAround = () => ({ overlays: useOverlays(), stack: useOverlayStack(), waiting: useWaitingActionControl() });
type Around = ReturnType<typeof useAround>;
/** What stands over the component, and what waits for the login, as it is now. */
type Drawn = { readonly queryClient: QueryClient } & { readonly [Part in keyof Around]: () => Around[Part] };
export type Screen = RenderResult & Drawn;

/** A page of its own: nothing that stands open, or was asked for, is there in the next. */
async function drawIn<Result>(
  services: Services,
  queryClient: QueryClient,
  draw: (wrapper: ComponentType<{ children: ReactNode }>) => Result,
): Promise<Result & Drawn> {
  begin();
  let around = {} as Around;
  function Watched({ children }: { children: ReactNode }) {
    around = useAround();
    return children;
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider>
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <Watched>{children}</Watched>
        </ServicesProvider>
      </QueryClientProvider>
    </Provider>
  );
  const result = await act(async () => draw(wrapper));
  const now = { overlays: () => around.overlays, stack: () => around.stack, waiting: () => around.waiting };
  return { ...result, queryClient, ...now };
}

/**
 * Draws a component, or several, and waits for what comes at once. It is taken away, with what it opened, when the test ends.
 * @param queryClient one with answers in it, or that outlives the component
 */
export const renderWith = (
  node: ReactNode,
  services: Services = fakeServices(),
  queryClient: QueryClient = newQueryClient(),
): Promise<Screen> => drawIn(services, queryClient, (wrapper): RenderResult => render(node, { wrapper }));

/** The same with a hook alone; `result.current` is its answer. */
export const renderHookWith = <Props, Result>(
  hook: (props: Props) => Result,
  initialProps: Props,
  services: Services = fakeServices(),
): Promise<RenderHookResult<Result, Props> & Drawn> =>
  drawIn(services, newQueryClient(), (wrapper) => renderHook(hook, { wrapper, initialProps }));
