import { lazyNamed } from '../../ui/lazyNamed.ts';

/** The match's code comes after the first photos; the server has it at hand (`build/ssrScript.ts`). */
export const LazyLeadingMatch = lazyNamed(() => import('./LeadingMatch.tsx'), 'LeadingMatch');
