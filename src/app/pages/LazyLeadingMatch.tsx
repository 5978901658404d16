import { lazy } from 'react';

/** The match's code comes after the first photos; the server has it at hand (`build/ssrScript.ts`). */
export const LazyLeadingMatch = lazy(async () => ({ default: (await import('./LeadingMatch.tsx')).LeadingMatch }));
