import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A screen of the product. */
export interface Screen {
  /** Loads the page's code ahead of its drawing. */
  readonly load: () => Promise<unknown>;
  readonly draw: () => ReactNode;
}

/** A page in a chunk of its own. Loaded ahead it is drawn in the first commit, with no fallback before it. */
export function lazyPage(load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null;
  const loadAhead = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later = lazy(loadAhead);
  function Page() {
    const [Drawn] = useState(() => loaded ?? Later);
    return <Drawn />;
  }
  return { load: loadAhead, draw: () => <Page /> };
}

/** A page of the first bundle. */
export const readyPage = (Page: ComponentType): Screen => ({ load: async () => undefined, draw: () => <Page /> });
