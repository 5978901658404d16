import { type ComponentType, useState } from 'react';
import { lazyNamed } from '../../ui/lazyNamed.ts';

/** A part of the app in a chunk of its own. */
export interface PrefetchableComponent<P> {
  /** Loads its code ahead of its drawing. */
  readonly load: () => Promise<unknown>;
  readonly isLoaded: () => boolean;
  /** Loaded ahead it is drawn at once; otherwise it suspends. */
  readonly Part: ComponentType<P>;
}

export function prefetchComponent<P extends object>(load: () => Promise<ComponentType<P>>): PrefetchableComponent<P> {
  let loaded: ComponentType<P> | null = null;
  const ahead = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Later: ComponentType<P> = lazyNamed(ahead, 'default');
  function Part(props: P) {
    // Not another component when the code has come meanwhile: it would begin anew.
    const [Drawn] = useState(() => loaded ?? Later);
    return <Drawn {...props} />;
  }
  return { load: ahead, isLoaded: () => loaded !== null, Part };
}
