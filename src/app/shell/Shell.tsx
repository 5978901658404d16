import { type ReactNode, useRef } from 'react';
import { shell as texts } from '../../messages/ja.ts';
import type { PageName } from '../../session/paths.ts';
import { useSession } from '../../session/services.tsx';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { Crumb } from './breadcrumbs.ts';
import { DesktopHeader } from './DesktopHeader.tsx';
import { Footer } from './Footer.tsx';
import { JoinButton } from './JoinButton.tsx';
import { MobileHeader } from './MobileHeader.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { StaleBanner } from './StaleBanner.tsx';
import { sectionOf } from './sections.ts';
import { TabBar } from './TabBar.tsx';

/** Pages a visitor comes to for an account: another invitation would be in the way. */
const ACCOUNT_PAGES: ReadonlySet<PageName> = new Set([
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

/** The frame of every page (LAY-02). */
export function Shell({ page, crumbs, hasNoMenu = false, children }: ShellProps) {
  const isMobile = useIsMobile();
  const session = useSession();
  const footer = useRef<HTMLElement>(null);
  const section = sectionOf(page);
  const isInvited = session.status === 'anonymous' && !(page !== null && ACCOUNT_PAGES.has(page));
  return (
    <>
      <a className={styles.skip} href="#main">
        {texts.skip}
      </a>
      {!hasNoMenu && (isMobile ? <MobileHeader /> : <DesktopHeader section={section} />)}
      <div className={styles.body} data-menu={!hasNoMenu || undefined}>
        {!hasNoMenu && !isMobile && <Rail />}
        <div className={styles.column}>
          <main id="main" className={styles.main} tabIndex={-1}>
            {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
            <StaleBanner />
            {children}
          </main>
          {isInvited && !hasNoMenu && <JoinButton footer={footer} />}
          <Footer crumbs={crumbs} ref={footer} />
        </div>
      </div>
      {!hasNoMenu && isMobile && <TabBar section={section} />}
    </>
  );
}
