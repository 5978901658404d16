import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { prefetchComponent } from './prefetchComponent.tsx';

/** A screen of the product. */
export interface Screen {
  /** Loads the page's code ahead of its drawing. */
  readonly load: () => Promise<unknown>;
  readonly draw: () => ReactNode;
}

/** A page in a chunk of its own. Loaded ahead it is drawn in the first commit, as the server draws it: with no fallback before it. */
export function lazyPage(loadPage: () => Promise<ComponentType>): Screen {
  const { load, isLoaded, Part } = prefetchComponent(loadPage);
  function Page() {
    const [isReady] = useState(isLoaded);
    if (isReady) return <Part />;
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Part />
      </Suspense>
    );
  }
  return { load, draw: () => <Page /> };
}

/** A page of the first bundle. */
export const readyPage = (Page: ComponentType): Screen => ({ load: async () => undefined, draw: () => <Page /> });
