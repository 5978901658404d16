import { useCallback, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../contract/errors.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** Code of the last failure; null while none. */
  readonly error: ErrorCode | null;
  readonly clear: () => void;
  /** Ignored while one is on its way. Resolves with whether it worked. */
  readonly submit: (run: () => Promise<void>) => Promise<boolean>;
}

/** One request at a time with its pending state and the code for the banner (§8). */
export function useSubmit(): Submit {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const running = useRef(false);
  const submit = useCallback(async (run: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await run();
      return true;
    } catch (cause) {
      setError(cause instanceof AppError ? cause.code : 'UNEXPECTED');
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { isBusy, error, clear: useCallback(() => setError(null), []), submit };
}
