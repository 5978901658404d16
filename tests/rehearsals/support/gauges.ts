/** What a copy's own `/metrics` says of its process. */

export interface Gauges {
  /** Resident memory. */
  readonly megabytes: number;
  /** The part of it that is JavaScript's. */
  readonly heapMegabytes: number;
  readonly descriptors: number;
  /** Event-loop delay since the last reading, 99th of 100, in milliseconds. */
  readonly delayMs: number;
}

/** @param url of the copy. Asked as this machine's own caller, who needs no token */
export async function readGauges(url: string): Promise<Gauges> {
  const own = Object.assign(new URL('/metrics', url), { hostname: 'localhost' });
  const text = await (await fetch(own)).text();
  const lines = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  const read = (name: string) => Number(lines.get(name) ?? Number.NaN);
  return {
    megabytes: read('process_resident_memory_bytes') / 2 ** 20,
    heapMegabytes: read('nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: read('process_open_fds'),
    delayMs: read('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}
