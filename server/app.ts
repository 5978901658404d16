import { type Context, Hono } from 'hono';
import type { ClientConfig } from '../src/contract/config.ts';
import { ADMISSION, READ_TURNS } from '../src/contract/loadLimits.ts';
import { STATUS_PATH } from '../src/contract/serverStatus.ts';
import { allHandlers } from './api/allHandlers.ts';
import { ApiFailure, type HandlerDeps } from './api/handlers.ts';
import { allStaffHandlers } from './api/staff/allStaffHandlers.ts';
import { isTemporary, RETRY_AFTER_SECONDS } from './database/databaseFailure.ts';
import { canServeLists, createStateReader } from './database/databaseState.ts';
import { createReadForAll, type ReadForAll, type ReadReplica } from './database/readReplica.ts';
import { type Admission, createAdmission } from './http/admission.ts';
import { type CallerBindings, createApiRoutes, type VerifyToken } from './http/api.ts';
import { createFairTurns, TooManyWaiting } from './http/fairTurns.ts';
import { guardAnswers } from './http/guardAnswers.ts';
import { createHighlightsPictures } from './http/highlightsPictures.ts';
import { createSampleTags } from './http/sampleTags.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import {
  createServerStatus,
  createTroubleWatch,
  type TroubleWatch,
  troubleOf,
  watchRefusals,
} from './http/serverStatus.ts';
import { createSite } from './http/site.ts';
import { createSiteMap } from './http/siteMap.ts';
import { createAllotments } from './identity/allotments.ts';
import { createAttemptLimit } from './identity/attemptLimit.ts';
import { createDrawingBudget, type DrawingBudget } from './ssr/drawingBudget.ts';

/** `address`: whom to count a request for (`clientAddress`); null: not known, not counted. */
type Fetch = (request: Request, address: string | null) => Promise<Response>;

export interface ServerDeps extends HandlerDeps {
  /** Served as /config.json; its apiKey is the one calls must carry, its origins are those the pages may use. */
  readonly config: ClientConfig;
  readonly verifyToken: VerifyToken;
  /** A standby for what everybody reads; left out: there is none. */
  readonly replica?: ReadReplica | null;
  /** Folder of the built client; null: pages come from elsewhere (Vite, a static host). */
  readonly dist: string | null;
  /** Parts with a wire protocol of their own, by path prefix: '/idp', '/identity', '/s3'. */
  readonly mounts: Readonly<Record<string, Fetch>>;
  /** Parts for direct callers on this machine (`isDirectCaller`) only, by path prefix: '/dev/mailbox'. For others they are not there. */
  readonly localMounts?: Readonly<Record<string, Fetch>>;
  /** Who may have a page drawn anew (HLF-15a); left out: as PAGE_DRAWINGS says. */
  readonly drawings?: DrawingBudget;
  /** What is worked on side by side, and what is refused (HLF-14a, HLF-16a); left out: as ADMISSION says. */
  readonly admission?: Admission;
  /** Whether the database has met damaged data lately; left out: nobody watches. */
  readonly isDatabaseDamaged?: () => boolean;
  /** What `/status.json` tells of (FAN-22b); left out: only what this function itself meets. */
  readonly troubles?: TroubleWatch;
  /** Told of each call that is refused because too much waits; left out: nobody counts them. */
  readonly onBusy?: () => void;
  /** Told of failures that are nobody's input. */
  readonly onError: (error: unknown) => void;
}

export interface Server {
  /** `isDirect`: see `isDirectCaller`; left out: not direct. */
  fetch(request: Request, address?: string | null, isDirect?: boolean): Promise<Response>;
}

const unavailable = () =>
  Response.json({ code: 'UNAVAILABLE' }, { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });

/** The whole server as a function of requests: no port, no process, no clock but `now`. */
export function createServer(deps: ServerDeps): Server {
  const { config } = deps;
  const { replica = null } = deps;
  const { readState, positionOf } = createStateReader(deps.db, { hasReplica: replica !== null });
  const isAnswer = (error: unknown) => error instanceof ApiFailure;
  const readForAll = createReadForAll(deps.db, replica, { positionOf, isAnswer });
  const app = new Hono<{ Bindings: CallerBindings }>();
  app.use(guardAnswers);
  const { mounts, localMounts = {} } = deps;
  for (const [prefix, fetch] of Object.entries({ ...mounts, ...localMounts })) {
    const isOpenTo = ({ isDirect }: CallerBindings) => isDirect || !(prefix in localMounts);
    const answer = async (c: Context<{ Bindings: CallerBindings }>): Promise<Response> =>
      isOpenTo(c.env) ? fetch(c.req.raw, c.env.address) : c.text('Not found', 404);
    app.all(prefix, answer);
    app.all(`${prefix}/*`, answer);
  }
  app.use(securityHeaders(config));
  const now = () => deps.now().getTime();
  const limit = createAttemptLimit(deps.db, now);
  const limits = { limit, networks: createAllotments(limit, now) };
  const troubles = deps.troubles ?? createTroubleWatch(now);
  const rooms = deps.admission ?? createAdmission({ now: () => performance.now(), ...ADMISSION });
  const admission = watchRefusals(rooms, (error) => {
    troubles.saw(troubleOf(error));
    deps.onBusy?.();
  });
  const handlers = { handlers: allHandlers, staffHandlers: allStaffHandlers };
  const calls = { apiKey: config.apiKey, ...handlers, readState, readForAll, admission };
  app.route('/f', createApiRoutes({ ...deps, ...limits, ...calls }));
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-cache' }));
  // HAProxy asks by OPTIONS unless it is told otherwise.
  app.on(['GET', 'OPTIONS'], '/healthz', async (c) => {
    const isUp = await canServeLists(deps.db, readState);
    // All copies share the database: where other lists are well, 503 at every copy would take these away, too.
    const database = deps.isDatabaseDamaged?.() ? 'damaged' : isUp ? 'up' : 'down';
    return c.json({ database }, isUp ? 200 : 503, { 'cache-control': 'no-store' });
  });
  const answerStatus = createServerStatus({
    watch: troubles,
    canServe: () => canServeLists(deps.db, readState),
    isDatabaseDamaged: deps.isDatabaseDamaged ?? (() => false),
    room: deps.objects.room ?? null,
    clock: () => performance.now(),
  });
  app.get(STATUS_PATH, answerStatus);
  app.route('/', createSiteMap(deps));
  app.route('/', createHighlightsPictures(deps));
  app.route('/', createSampleTags(deps));
  if (deps.dist !== null) {
    const readPage: ReadForAll = async (tenant, work) => {
      if (replica !== null) await readState(tenant);
      return readForAll(tenant, work);
    };
    const { publicBase } = config.objects;
    const drawings = deps.drawings ?? createDrawingBudget(() => performance.now());
    const parts = { handlers: allHandlers, publicBase, readPage, readState, drawings };
    const site = createSite({ ...deps, ...parts, dist: deps.dist });
    // The same request: at '/' there is no path to take off, and a copy costs more than most answers.
    app.mount('/', (request, env: CallerBindings) => site.fetch(request, env), { replaceRequest: false });
  }
  app.onError((error, c) => {
    deps.onError(error);
    if (isTemporary(error)) return unavailable();
    return c.json({ code: 'INTERNAL' }, 500);
  });
  const turns = createFairTurns({ now: () => performance.now(), ...READ_TURNS });
  return {
    async fetch(request, address = null, isDirect = false) {
      const answer = async () => app.fetch(request, { address, isDirect } satisfies CallerBindings);
      // What is written has bounds of its own, and comes as slowly as its sender likes. Who asks for health or trouble must not wait.
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const hasTurn = isRead && !request.url.endsWith('/healthz') && !request.url.endsWith(STATUS_PATH);
      if (!hasTurn) return answer();
      return turns.run(address, answer).catch((error: unknown) => {
        if (error instanceof TooManyWaiting) return unavailable();
        throw error;
      });
    },
  };
}
