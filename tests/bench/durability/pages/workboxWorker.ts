/**
 * workbox-background-sync as its documentation sets it up: a Queue behind a fetch handler, with the documented `onSync` loop
 * and the documented plugin that takes bad statuses for failures (there for 5xx, here for every status but 2xx: better for it). The
 * same loop runs when a page that opens asks for it.
 */
import { Queue } from 'workbox-background-sync';

interface WorkerEvent {
  readonly request: Request;
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
/** The part of a service worker's global scope that is used here; the pages beside this file have another library of types. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: WorkerEvent) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

const queue = new Queue('photos', {
  maxRetentionTime: 7 * 24 * 60,
  onSync: ({ queue: waiting }) => replay(waiting),
});

async function replay(waiting: Queue): Promise<void> {
  for (let entry = await waiting.shiftRequest(); entry; entry = await waiting.shiftRequest()) {
    try {
      await send(entry.request.clone());
    } catch (error) {
      await waiting.unshiftRequest(entry);
      throw error;
    }
  }
}

async function send(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response;
}

async function sendOrQueue(request: Request): Promise<Response> {
  try {
    return await send(request.clone());
  } catch (error) {
    await queue.pushRequest({ request });
    throw error;
  }
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST') event.respondWith(sendOrQueue(event.request));
});
worker.addEventListener('message', (event) => {
  // What fails is in the queue again, for the next sync.
  if (event.data === 'replay') event.waitUntil(replay(queue).catch(() => undefined));
});
