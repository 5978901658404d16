/** The bodies of requests that were answered before they were read: their senders are still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';

/** A refusal waits so long for the rest of a body, in milliseconds. */
const READ_ON_MS = 20_000;
/** After the last answer a connection is read on for so long. */
const LINGER_MS = 2_000;

/**
 * HTTP/1.1: reads the rest of a body before its answer leaves, so that the sender reads the answer and the connection goes on.
 * A body that is too long for that gets `Connection: close`, and the connection is read on for a while after it: closed at once,
 * it would be reset, and the answer lost.
 * @param isGivenUp whoever answered has waited for the rest already, and in vain
 */
export async function finishRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isGivenUp: boolean,
): Promise<void> {
  if (isGivenUp) {
    incoming.removeAllListeners('data');
    incoming.resume();
  } else if (await isRead(incoming)) return;
  outgoing.shouldKeepAlive = false;
  linger(incoming.socket);
}

async function isRead(incoming: IncomingMessage): Promise<boolean> {
  const { headers, complete, destroyed } = incoming;
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  if (complete || !hasBody) return true;
  if (destroyed) return false;
  // Whoever read it has stopped: further bytes are for nobody.
  incoming.removeAllListeners('data');
  incoming.resume();
  if (Number(headers['content-length'] ?? 0) > MAX_OBJECT_BYTES) return false;
  return readOn(incoming);
}

function readOn(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((done) => {
    let read = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      incoming.off('data', count);
      // Without a listener it would stop.
      incoming.resume();
      done(isWhole);
    };
    const count = (part: Buffer) => {
      read += part.length;
      if (read > MAX_OBJECT_BYTES) end(false);
    };
    const timer = setTimeout(() => end(false), READ_ON_MS);
    incoming.on('data', count);
    incoming.once('end', () => end(true));
    incoming.once('close', () => end(incoming.complete));
  });
}

/** Ends our side of the connection when all is sent, and the other a little later. */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
