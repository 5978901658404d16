import { type ElementType, type LazyExoticComponent, lazy } from 'react';

/** A component of any props: what React calls an element type, without the names of HTML elements. */
type AnyComponent = Exclude<ElementType, string>;

/**
 * React.lazy for a component by the name it is exported by: `lazyNamed(() => import('./Foot.tsx'), 'Foot')`. The address of the
 * module stands literally at its caller, where the bundler finds it and makes the chunk and its preloads.
 */
export const lazyNamed = <N extends string, M extends Readonly<Record<N, AnyComponent>>>(
  load: () => Promise<M>,
  name: N,
): LazyExoticComponent<M[N]> => lazy(async () => ({ default: (await load())[name] }));
