import { lazy } from 'react';

/** The tabs' code comes after the first photos; the server has it at hand (`build/ssrScript.ts`). */
export const LazyHomeTabs = lazy(async () => ({ default: (await import('./HomeTabs.tsx')).HomeTabs }));
