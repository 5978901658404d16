import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';

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
    setDrawn(true);
  }, []);
  if (!isDrawn) return fallback;
  return (
    <PlaceKeeper fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PlaceKeeper>
  );
}

/** A part that cannot be had must not take the photos with it: its place stays. */
class PlaceKeeper extends Component<AfterFirstDrawProps, { readonly isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override render() {
    return this.state.isLost ? this.props.fallback : this.props.children;
  }
}
