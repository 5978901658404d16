import type { MouseEvent, ReactNode } from 'react';
import { factsOf, type PageName } from '../../contract/pages.ts';
import { frame as texts } from '../../messages/ja.ts';
import { useRevalidation } from '../../services/services.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { Crumb } from './breadcrumbs.ts';
import styles from './Shell.module.css';

const Chrome = lazyNamed(() => import('./Chrome.tsx'), 'Chrome');
const Foot = lazyNamed(() => import('./Foot.tsx'), 'Foot');
const LongWaitBanner = lazyNamed(() => import('./LongWaitBanner.tsx'), 'LongWaitBanner');
const StaleBanner = lazyNamed(() => import('./StaleBanner.tsx'), 'StaleBanner');

interface ShellProps {
  readonly page: PageName | null;
  readonly crumbs: readonly Crumb[];
  readonly children: ReactNode;
}

/** Without the fragment in the address: a browser that goes back to it moves the focus there again, whoever has it. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById('main');
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}

/**
 * The frame of every page (LAY-02). Its parts have their places before their code is there. Phone or wide screen is theirs to ask:
 * what the frame itself finds out only in the browser, all of it is drawn a second time for.
 */
export function Shell({ page, crumbs, children }: ShellProps) {
  const { isStale } = useRevalidation();
  const { section = null, isAccount = false, hasNoMenu = false } = factsOf(page);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead there, only without the fragment */}
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {texts.skip}
      </a>
      {!hasNoMenu && (
        <DeferredBoundary fallback={<div className={styles.header} />}>
          <Chrome part="header" section={section} />
        </DeferredBoundary>
      )}
      <div className={styles.body} data-menu={!hasNoMenu || undefined}>
        {!hasNoMenu && (
          <DeferredBoundary fallback={<div />}>
            <Chrome part="rail" section={section} />
          </DeferredBoundary>
        )}
        <div className={styles.column}>
          <main id="main" className={styles.main} tabIndex={-1}>
            {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
            {isStale && (
              <DeferredBoundary>
                <StaleBanner />
              </DeferredBoundary>
            )}
            <DeferredBoundary>
              <LongWaitBanner />
            </DeferredBoundary>
            {children}
          </main>
          <DeferredBoundary>
            <Foot crumbs={crumbs} isAccountPage={isAccount} />
          </DeferredBoundary>
        </div>
      </div>
      {!hasNoMenu && (
        <DeferredBoundary fallback={<div className={styles.tabs} />}>
          <Chrome part="tabs" section={section} />
        </DeferredBoundary>
      )}
    </>
  );
}
