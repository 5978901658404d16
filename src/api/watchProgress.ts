/**
 * A signal that aborts with the given one, or when nothing was heard for `stallMs`. AbortSignal.timeout reports an AbortError in WebKit
 * and cannot be prolonged; this one tells the cases apart.
 */
export function watchProgress(outer: AbortSignal | undefined, stallMs: number) {
  const controller = new AbortController();
  let stalled = false;
  const stall = () => {
    stalled = true;
    controller.abort();
  };
  const abort = () => controller.abort(outer?.reason);
  let timer = setTimeout(stall, stallMs);
  if (outer?.aborted) abort();
  else outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    isStalled: () => stalled,
    /** @param extraMs for the next silence: it may be longer by so much */
    progress(extraMs = 0) {
      clearTimeout(timer);
      timer = setTimeout(stall, stallMs + extraMs);
    },
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
