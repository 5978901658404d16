import { useCallback, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** Code of the last failure; null while none. */
  readonly error: ErrorCode | null;
  /** The last failure itself, for what its code alone cannot tell. */
  readonly cause: unknown;
  readonly clear: () => void;
  /** Ignored while one is on its way. Resolves with whether it worked. */
  readonly submit: (run: () => Promise<void>) => Promise<boolean>;
}

/** One request at a time with its pending state and the code for the banner (§8). */
export function useSubmit(): Submit {
  const [isBusy, setBusy] = useState(false);
  const [cause, setCause] = useState<unknown>(null);
  const running = useRef(false);
  const submit = useCallback(async (run: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setCause(null);
    try {
      await run();
      return true;
    } catch (failure) {
      setCause(failure ?? new AppError('UNEXPECTED', 'later'));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  const error = cause === null ? null : errorCodeOf(cause);
  return { isBusy, error, cause, clear: useCallback(() => setCause(null), []), submit };
}
