import type { Server } from '../app.ts';
import { guard } from './guardAnswers.ts';
import type { Log } from './log.ts';
import { type Metrics, mayReadMetrics } from './metrics.ts';
import { routeName } from './routeNames.ts';

export interface ObserveDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Also opens /metrics from elsewhere; null: this machine only. */
  readonly metricsToken: string | null;
}

export interface ObservedServer {
  /** As `Server.fetch`; `isDirect`: see `isDirectCaller`. */
  fetch(request: Request, address: string | null, isDirect: boolean): Promise<Response>;
}

const METHODS = new Set(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']);

/** Counts and logs every request of the server, and answers /metrics. */
export function observe(server: Server, { log, metrics, metricsToken }: ObserveDeps): ObservedServer {
  async function answer(request: Request, address: string | null, isDirect: boolean, pathname: string) {
    if (pathname !== '/metrics') return server.fetch(request, address, isDirect);
    // For those who may not, there is no such page.
    if (!mayReadMetrics(request, isDirect, metricsToken)) return new Response('Not found', { status: 404 });
    return metrics.answer();
  }
  return {
    async fetch(request, address, isDirect) {
      const begun = performance.now();
      const end = metrics.begin();
      const { pathname } = new URL(request.url);
      const method = METHODS.has(request.method) ? request.method : 'other';
      const route = routeName(request.method, pathname, request.headers.get('x-amz-target'));
      const bytes = Number(request.headers.get('content-length') ?? 0) || 0;
      try {
        const response = await answer(request, address, isDirect, pathname);
        if (pathname === '/metrics') guard(request, response.headers);
        const entry = { method, route, status: response.status, ms: Math.round(performance.now() - begun) };
        metrics.observe({ ...entry, bytes });
        log.request(entry);
        return response;
      } finally {
        end();
      }
    },
  };
}
