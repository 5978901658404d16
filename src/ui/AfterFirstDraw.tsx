import { type ReactNode, Suspense, useEffect, useState } from 'react';

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
  return isDrawn ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
