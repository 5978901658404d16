/** A thread that sends one kind of request from 20 connections, each as soon as the one before is answered. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** `{n}` in path and body stands for a number that is new each time, so that nothing kept is an answer. */
export interface Flood {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
export interface FloodData extends Flood {
  readonly port: number;
  /** The flood's own network. */
  readonly from: string;
}

const CONNECTIONS = 20;
const { port, from, method, path, headers, body } = workerData as FloodData;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress: from });
let count = 0;

function send(): void {
  count += 1;
  const numbered = (text: string) => text.replaceAll('{n}', `${count}`);
  const text = body === null ? null : numbered(body);
  const length = text === null ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  const given = { host: '127.0.0.1', port, agent, method, path: numbered(path), headers: { ...headers, ...length } };
  const sent = request(given, (answer) => {
    if (count <= CONNECTIONS) parentPort?.postMessage(answer.statusCode);
    answer.on('error', send).on('end', send).resume();
  });
  // A connection the server ended: the next one.
  sent.on('error', () => setImmediate(send));
  sent.end(text ?? undefined);
}
for (let connection = 0; connection < CONNECTIONS; connection += 1) send();
