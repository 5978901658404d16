import { Component, lazy, type ReactNode, Suspense } from 'react';

const Broken = lazy(async () => ({ default: (await import('./pages/Broken.tsx')).Broken }));

interface ErrorBoundaryProps {
  /** A change gives the contents another try. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** A screen that broke says so and offers a reload; the rest of the page goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.isBroken && previous.resetKey !== this.props.resetKey) this.setState({ isBroken: false });
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Suspense>
        <Broken />
      </Suspense>
    );
  }
}
