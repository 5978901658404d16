import { Component, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

/** On the server, and in the browser while the page it drew is taken over (app/boot/hydration.ts). */
const isFromServer = () => typeof document === 'undefined' || document.querySelector('#root[inert]') !== null;

/** Once true it stays so: later pages draw everything at once. */
let hasDrawn = false;

interface BoundaryProps {
  /** Keeps the place. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface DeferredBoundaryProps extends BoundaryProps {
  /** The server draws it with the page; its drawing stays until the code is there. */
  readonly isDrawnAhead?: boolean;
}

/** Lets the page's first photos be drawn before the code of these parts is even asked for. */
export function DeferredBoundary({ isDrawnAhead = false, fallback = null, children }: DeferredBoundaryProps) {
  const [isDrawn, setDrawn] = useState(() => hasDrawn || (isDrawnAhead && isFromServer()));
  useEffect(() => {
    hasDrawn = true;
    startTransition(() => setDrawn(true));
  }, []);
  return isDrawn ? <OptionalBoundary fallback={fallback}>{children}</OptionalBoundary> : fallback;
}

/**
 * A lazy part the page can do without. Where its code cannot be had (no signal before the worker keeps it, a build that is gone)
 * its place stays and the photos around it too.
 */
export function OptionalBoundary({ fallback = null, children }: BoundaryProps) {
  return (
    <PlaceKeeper fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PlaceKeeper>
  );
}

class PlaceKeeper extends Component<BoundaryProps, { readonly isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override render() {
    return this.state.isLost ? this.props.fallback : this.props.children;
  }
}
