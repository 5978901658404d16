/** The bodies of requests that were answered before they were read: their senders are still sending. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';

/** A refusal waits so long for the rest of a body, in milliseconds. Whoever sends slower has nothing to lose. */
const READ_ON_MS = 20_000;
/** After the last answer a connection is read on for so long. */
const LINGER_MS = 2_000;

/**
 * Reads the rest of a body before its answer leaves, so that the sender reads the answer and the connection goes on (HLF-13a).
 * A body that is too long or too slow for that ends the connection, which is read on for a while: closed at once, it would be reset, and
 * the answer lost. Of HTTP/2 it ends the stream alone.
 * @param readOnMs how long the rest is waited for, in milliseconds
 */
export async function finishRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  readOnMs = READ_ON_MS,
): Promise<void> {
  if (await isRead(incoming, readOnMs)) return;
  if (incoming.httpVersionMajor !== 1) return endStream(outgoing);
  outgoing.shouldKeepAlive = false;
  linger(incoming.socket);
}

/** Tells the sender of an HTTP/2 request that no more of its body is wanted, once the answer is out (RFC 9113, 8.1). */
function endStream(outgoing: ServerResponse | Http2ServerResponse): void {
  outgoing.once('finish', () => {
    if ('stream' in outgoing) outgoing.stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

/** HTTP/2 need not announce a body's length. */
const hasBody = (incoming: IncomingMessage | Http2ServerRequest) =>
  'stream' in incoming
    ? !incoming.stream.endAfterHeaders
    : 'content-length' in incoming.headers || 'transfer-encoding' in incoming.headers;

async function isRead(incoming: IncomingMessage, readOnMs: number): Promise<boolean> {
  const { headers, complete, destroyed } = incoming;
  if (complete || !hasBody(incoming)) return true;
  if (destroyed) return false;
  // Whoever read it has stopped: further bytes are for nobody.
  incoming.removeAllListeners('data');
  incoming.resume();
  if (Number(headers['content-length'] ?? 0) > MAX_OBJECT_BYTES) return false;
  return readOn(incoming, readOnMs);
}

function readOn(incoming: IncomingMessage, readOnMs: number): Promise<boolean> {
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
    const timer = setTimeout(() => end(false), readOnMs);
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
