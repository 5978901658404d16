import { type RefObject, useEffect, useRef } from 'react';
import type { FormProblem } from './photoForm.ts';

/** Where the fan puts it right. */
const places: Readonly<Record<FormProblem, string>> = {
  none: '[data-choose]',
  noEvent: 'select',
  refused: '[data-slot][data-state="refused"]',
  tooMany: '[data-slot]',
};

/**
 * After a submit that failed the first thing that is wrong is brought into view and focused (FAN-03); it is marked where it is drawn.
 * `failedTries`: grows with each of them, so that a second press leads there again.
 */
export function useFocusedProblem(problem: FormProblem | null, failedTries: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(problem);
  latest.current = problem;
  useEffect(() => {
    if (failedTries === 0 || latest.current === null) return;
    const place = form.current?.querySelector<HTMLElement>(places[latest.current]);
    place?.scrollIntoView?.({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [failedTries]);
  return form;
}
