/** The rest of a body that was refused: read for a while, so that its sender hears why. */
import { inTime } from '../inTime.ts';

/** Time for the rest of a refused body, in milliseconds. Whoever sends slower has nothing to lose: it is refused (HLF-13a). */
export const READ_ON_MS = 20_000;

/**
 * A browser that is still sending takes an early answer for a broken connection: reads on, within bounds of bytes and time.
 * Returns false if not all was read.
 */
export async function drain(request: Request, maxBytes: number, readOnMs: number): Promise<boolean> {
  // What is still being read when time is up goes with the connection.
  return inTime(readOnMs, readOn(request, maxBytes), () => false);
}

async function readOn(request: Request, maxBytes: number): Promise<boolean> {
  if (!request.body) return true;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (request.bodyUsed || announced > maxBytes) return false;
  try {
    let read = 0;
    for await (const chunk of request.body) {
      read += chunk.byteLength;
      if (read > maxBytes) return false;
    }
    return true;
  } catch {
    // The sender went away: nobody is left to read the answer.
    return false;
  }
}
