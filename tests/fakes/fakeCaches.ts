/** Cache Storage in memory, as far as kept matches use it. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  /** Set: what `put` throws. */
  const faults: { put: Error | null } = { put: null };
  const opened = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));
    return {
      put: async (address: string, response: Response) => {
        if (faults.put) throw faults.put;
        entries.set(address, response);
      },
      match: async (request: RequestInfo) => entries.get(urlOf(request))?.clone(),
      delete: async (request: RequestInfo) => entries.delete(urlOf(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
  };
  const storage = {
    open: async (name: string) => opened(name),
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    match: async (address: string) => {
      for (const name of all.keys()) {
        const found = await opened(name).match(address);
        if (found) return found;
      }
      return undefined;
    },
  };
  return { storage, faults, addressesIn: (name: string) => [...(all.get(name)?.keys() ?? [])] };
}
