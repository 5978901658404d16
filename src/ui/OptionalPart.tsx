import { Component, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';

/** Once true it stays so: later pages draw everything at once. */
let hasDrawn = false;

interface AfterFirstDrawProps {
  /** Keeps the place. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Lets the page's first photos be drawn before the code of these parts is even asked for. */
export function AfterFirstDraw({ fallback = null, children }: AfterFirstDrawProps) {
  const [isDrawn, setDrawn] = useState(hasDrawn);
  useEffect(() => {
    hasDrawn = true;
    startTransition(() => setDrawn(true));
  }, []);
  return isDrawn ? <OptionalPart fallback={fallback}>{children}</OptionalPart> : fallback;
}

/**
 * A lazy part the page can do without. Where its code cannot be had (no signal before the worker keeps it, a build that is gone)
 * its place stays and the photos around it too.
 */
export function OptionalPart({ fallback = null, children }: AfterFirstDrawProps) {
  return (
    <PlaceKeeper fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PlaceKeeper>
  );
}

class PlaceKeeper extends Component<AfterFirstDrawProps, { readonly isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override render() {
    return this.state.isLost ? this.props.fallback : this.props.children;
  }
}
