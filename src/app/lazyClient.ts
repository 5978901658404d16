import type { Api } from '../api/client.ts';
import type { Freshness, FreshnessSnapshot } from '../api/freshness.ts';
import type { PageClient } from '../session/createPageClient.ts';
import { createRememberedUser } from '../session/rememberedUser.ts';
import type { Session, SessionState } from '../session/session.ts';

type Load = () => Promise<PageClient>;

/**
 * The parts of the page's client as the screens hold them from the first drawing on. Their code is loaded with the first call,
 * or once the first screen stands; what must be known at once (who is signed in, as remembered) is known without it.
 */
export function createLazyClient(load: Load): {
  readonly api: Api;
  readonly session: Session;
  readonly freshness: Freshness;
  readonly attach: (real: PageClient) => void;
} {
  const session = createLazySession(load);
  const freshness = createLazyFreshness();
  return {
    api: createLazyApi(load),
    session: session.lazy,
    freshness: freshness.lazy,
    attach(real) {
      session.attach(real.session);
      freshness.attach(real.freshness);
    },
  };
}

/** One function per call of §7, made when it is asked for. */
function createLazyApi(load: Load): Api {
  return new Proxy({} as Api, {
    get: (_, name: keyof Api) => async (input: unknown) => {
      const { api } = await load();
      return (api[name] as (input: unknown) => Promise<unknown>)(input);
    },
  });
}

/** A source whose real one comes later. */
function createRelay<S>(first: S) {
  let read = () => first;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    read: () => read(),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    attach(real: { subscribe(listener: () => void): () => void }, readReal: () => S) {
      read = readReal;
      real.subscribe(tell);
      tell();
    },
  };
}

function createLazyFreshness() {
  const relay = createRelay<FreshnessSnapshot>({ isStale: false, endpoints: new Set() });
  let real: Freshness | null = null;
  const lazy: Freshness = {
    getSnapshot: relay.read,
    subscribe: relay.subscribe,
    report: (endpoint, isStale) => real?.report(endpoint, isStale),
  };
  return {
    lazy,
    attach(freshness: Freshness) {
      real = freshness;
      relay.attach(freshness, freshness.getSnapshot);
    },
  };
}

function createLazySession(load: Load) {
  const user = createRememberedUser().load();
  const relay = createRelay<SessionState>(user === null ? { status: 'anonymous' } : { status: 'signedIn', user });
  const real = async () => (await load()).session;
  const lazy: Session = {
    getState: relay.read,
    subscribe: relay.subscribe,
    login: async (email, password) => (await real()).login(email, password),
    logout: async () => (await real()).logout(),
    signUp: async (form) => (await real()).signUp(form),
    confirm: async (email, code) => (await real()).confirm(email, code),
    resend: async (email) => (await real()).resend(email),
    forgotPassword: async (email) => (await real()).forgotPassword(email),
    confirmForgotPassword: async (email, code, password) => (await real()).confirmForgotPassword(email, code, password),
    changePassword: async (previous, proposed) => (await real()).changePassword(previous, proposed),
    updateProfile: async (attributes) => (await real()).updateProfile(attributes),
    leave: async () => (await real()).leave(),
    getIdToken: async (request) => (await real()).getIdToken(request),
    agreeToRules: async () => (await real()).agreeToRules(),
    needsAgreement: async () => (await real()).needsAgreement(),
    setUsepermit: async (usepermit) => (await real()).setUsepermit(usepermit),
  };
  return { lazy, attach: (session: Session) => relay.attach(session, session.getState) };
}
