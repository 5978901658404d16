import { type ComponentType, lazy, type ReactNode, useState } from 'react';

export interface LazyPage {
  /** Loads the page's code ahead of its drawing. */
  readonly load: () => Promise<unknown>;
  readonly draw: () => ReactNode;
}

/** A page in a chunk of its own. Loaded ahead it is drawn in the first commit, with no fallback before it. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null;
  const loadAhead = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later = lazy(loadAhead);
  function Page() {
    const [Screen] = useState(() => loaded ?? Later);
    return <Screen />;
  }
  return { load: loadAhead, draw: () => <Page /> };
}
