import { Component, type ReactNode } from 'react';
import { isReloading } from '../boot/chunkLoadRecovery.ts';

interface OverlayBoundaryProps {
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** An overlay whose code cannot be loaded must not take the page with it. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override async componentDidCatch() {
    // Closing goes back in the history, which would end a reload that has begun.
    if (!(await isReloading())) this.props.onFailure();
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
