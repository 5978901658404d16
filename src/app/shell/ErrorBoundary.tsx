import { Component, type ReactNode, Suspense } from 'react';
import { frame as texts } from '../../messages/ja.ts';
import { lazyNamed } from '../../ui/lazyNamed.ts';

/** Where even this part is gone, the plain words are left. */
const Broken = lazyNamed(
  () =>
    import('../pages/Broken.tsx').then(
      ({ Broken }) => ({ Broken }),
      () => ({ Broken: PlainBroken }),
    ),
  'Broken',
);

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

/** Needs nothing that is not in the first bundle. */
export function PlainBroken() {
  return (
    <div role="alert">
      <p>{texts.broken}</p>
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </div>
  );
}
