/** Cache Storage in memory, as far as kept matches and the worker use it. */

interface Entry {
  readonly request: Request;
  readonly response: Response;
}

/** A path is one of the page's, or of the worker's. */
const requestOf = (given: RequestInfo | URL): Request =>
  given instanceof Request ? given : new Request(new URL(given, globalThis.location?.href).href);

/** Does what was asked for agree with what the entry was asked for, in the headers its answer depends on? */
const variesAlike = ({ request, response }: Entry, asked: Request): boolean =>
  (response.headers.get('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .every((name) => name === '' || request.headers.get(name) === asked.headers.get(name));

export function fakeCaches() {
  const all = new Map<string, Map<string, Entry>>();
  /** Set: what `put` throws. */
  const faults: { put: Error | null } = { put: null };
  const opened = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Entry>();
    all.set(name, entries);
    const find = (given: RequestInfo | URL, { ignoreVary = false }: CacheQueryOptions = {}): Entry | undefined => {
      const asked = requestOf(given);
      const entry = entries.get(asked.url);
      return entry && (ignoreVary || variesAlike(entry, asked)) ? entry : undefined;
    };
    return {
      put: async (given: RequestInfo, response: Response) => {
        if (faults.put) throw faults.put;
        const request = requestOf(given);
        entries.set(request.url, { request, response });
      },
      match: async (given: RequestInfo, options?: CacheQueryOptions) => find(given, options)?.response.clone(),
      matchAll: async () => [...entries.values()].map(({ response }) => response.clone()),
      delete: async (given: RequestInfo, options?: CacheQueryOptions) => {
        const entry = find(given, options);
        return entry !== undefined && entries.delete(entry.request.url);
      },
      keys: async () => [...entries.values()].map(({ request }) => request),
    };
  };
  const storage = {
    open: async (name: string) => opened(name),
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    match: async (given: RequestInfo, { cacheName, ...options }: MultiCacheQueryOptions = {}) => {
      for (const name of all.keys()) {
        const found =
          cacheName === undefined || cacheName === name ? await opened(name).match(given, options) : undefined;
        if (found) return found;
      }
      return undefined;
    },
  };
  return { storage, faults, addressesIn: (name: string) => [...(all.get(name)?.keys() ?? [])] };
}
