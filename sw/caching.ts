/** What the worker answers from its caches, keeps ahead and wipes. */
import { deleteUserCaches } from '../src/platform/storage/userCaches.ts';
import { createAnswerCalls } from './answerCalls.ts';
import { kindOf } from './requestKind.ts';
import { rememberSignedOut } from './signedOut.ts';
import { createStrategies, type Strategies } from './strategies.ts';
import { wipeUserCaches } from './wipeUserCaches.ts';

const PAGES_PREFIX = 'pages-';

export interface Caching {
  /** The response, or undefined where the worker keeps out of it. */
  answer(event: FetchEvent): Promise<Response> | undefined;
  /** Keeps what a page used before the worker stood between it and the network: pages, settings, pictures, art. No answers of §7. */
  keep(event: ExtendableEvent, addresses: readonly string[]): Promise<void>;
  /** Removes pages of earlier builds: they name scripts that are gone. */
  dropOldPages(): Promise<void>;
  /** Removes every user's answers, also those on their way, and all that names the fan who signed out (SAF-15). */
  wipeUsers(userId: string | null): Promise<void>;
}

/** `build`: something that changes with every build. `origin`: the worker's own. */
export function createCaching({ build, origin }: { readonly build: string; readonly origin: string }): Caching {
  const pagesName = PAGES_PREFIX + build;
  let wipes = 0;
  const getWipes = () => wipes;
  const strategies = createStrategies(pagesName, getWipes);
  const { page, fixed } = strategies;
  const answerCall = createAnswerCalls(getWipes);

  return {
    async keep(event, addresses) {
      // What cannot be had now is kept when it is next looked at.
      for (const address of addresses) await keepOne(strategies, origin, event, address).catch(() => undefined);
    },
    answer(event) {
      const { request } = event;
      const kind = kindOf(factsOf(request), origin);
      switch (kind) {
        case null:
          return undefined;
        case 'page':
          return page.handle(event);
        case 'answer':
          return answerCall(event);
        case 'thumbnail':
        case 'preview':
        case 'original':
          return fixed[kind].handle({ event, request: readable(request) });
        default:
          return fixed[kind].handle(event);
      }
    },
    async dropOldPages() {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(PAGES_PREFIX) && name !== pagesName).map((name) => caches.delete(name)),
      );
    },
    async wipeUsers(userId) {
      wipes += 1;
      if (userId !== null) rememberSignedOut(userId);
      await deleteUserCaches();
      if (userId !== null) await wipeUserCaches(userId);
    },
  };
}

/** One after the other, from the browser's own cache where that has it: the page the fan looks at goes first. */
async function keepOne(
  { page, fixed }: Strategies,
  origin: string,
  event: ExtendableEvent,
  address: string,
): Promise<void> {
  const url = new URL(address, origin);
  url.hash = '';
  const facts = { method: 'GET', url, cache: 'default', hasHeader: () => false };
  const isOurPage = kindOf({ ...facts, mode: 'navigate' }, origin) === 'page';
  const kind = isOurPage ? 'page' : kindOf({ ...facts, mode: 'cors' }, origin);
  if (kind === null || kind === 'answer') return;
  const strategy = kind === 'page' ? page : fixed[kind];
  const request = new Request(url, { priority: 'low' });
  const [answered, kept] = strategy.handleAll({ event, request });
  await answered;
  await kept;
}

const factsOf = (request: Request) => ({
  method: request.method,
  url: new URL(request.url),
  mode: request.mode,
  cache: request.cache,
  hasHeader: (name: string) => request.headers.has(name),
});

/** An <img> asks without CORS, which would bring an opaque answer from another origin (T30). */
const readable = (request: Request): Request =>
  request.mode === 'no-cors' ? new Request(request.url, { mode: 'cors', credentials: 'omit' }) : request;
