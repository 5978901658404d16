import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { PageSkeleton } from './shell/PageSkeleton.tsx';

/** A screen of the product. */
export interface Screen {
  /** Loads the page's code ahead of its drawing. */
  readonly load: () => Promise<unknown>;
  readonly draw: () => ReactNode;
}

/** A page in a chunk of its own. Loaded ahead it is drawn in the first commit, as the server draws it: with no fallback before it. */
export function lazyPage(load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null;
  const loadAhead = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later = lazy(loadAhead);
  function Page() {
    const [Loaded] = useState(() => loaded);
    if (Loaded !== null) return <Loaded />;
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Later />
      </Suspense>
    );
  }
  return { load: loadAhead, draw: () => <Page /> };
}

/** A page of the first bundle. */
export const readyPage = (Page: ComponentType): Screen => ({ load: async () => undefined, draw: () => <Page /> });
