import { lazyNamed } from '../../ui/lazyNamed.ts';

/** The tabs' code comes after the first photos; the server has it at hand (`build/ssrScript.ts`). */
export const LazyHomeTabs = lazyNamed(() => import('./HomeTabs.tsx'), 'HomeTabs');
