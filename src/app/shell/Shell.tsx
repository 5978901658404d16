import { lazy, type ReactNode, Suspense } from 'react';
import { frame as texts } from '../../messages/ja.ts';
import type { PageName } from '../../session/paths.ts';
import { useFreshness } from '../../session/services.tsx';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { Crumb } from './breadcrumbs.ts';
import styles from './Shell.module.css';
import { sectionOf } from './sections.ts';

const loadChrome = import('./Chrome.tsx');
const Chrome = lazy(async () => ({ default: (await loadChrome).Chrome }));
const Foot = lazy(async () => ({ default: (await import('./Foot.tsx')).Foot }));
const StaleBanner = lazy(async () => ({ default: (await import('./StaleBanner.tsx')).StaleBanner }));

const ACCOUNT_PAGES: ReadonlySet<PageName | null> = new Set([
  'create-account',
  'forgot-password',
  'account-activation',
  'rule-agreement',
  'delete-account',
]);

interface ShellProps {
  readonly page: PageName | null;
  readonly crumbs: readonly Crumb[];
  /** Laid out for embedding: no menus (RTE-16). */
  readonly hasNoMenu?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page (LAY-02). Its parts have their places before their code is there. */
export function Shell({ page, crumbs, hasNoMenu = false, children }: ShellProps) {
  const isMobile = useIsMobile();
  const { isStale } = useFreshness();
  const chrome = { isMobile, section: sectionOf(page) };
  return (
    <>
      <a className={styles.skip} href="#main">
        {texts.skip}
      </a>
      {!hasNoMenu && (
        <Suspense fallback={<div className={styles.header} />}>
          <Chrome part="header" {...chrome} />
        </Suspense>
      )}
      <div className={styles.body} data-menu={!hasNoMenu || undefined}>
        {!hasNoMenu && !isMobile && (
          <Suspense fallback={<div />}>
            <Chrome part="rail" {...chrome} />
          </Suspense>
        )}
        <div className={styles.column}>
          <main id="main" className={styles.main} tabIndex={-1}>
            {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
            {isStale && (
              <Suspense>
                <StaleBanner />
              </Suspense>
            )}
            {children}
          </main>
          <Suspense>
            <Foot crumbs={crumbs} isAccountPage={ACCOUNT_PAGES.has(page)} />
          </Suspense>
        </div>
      </div>
      {!hasNoMenu && isMobile && (
        <Suspense fallback={<div className={styles.tabs} />}>
          <Chrome part="tabs" {...chrome} />
        </Suspense>
      )}
    </>
  );
}
