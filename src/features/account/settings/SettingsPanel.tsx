import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { settings } from '../../../messages/jaSettings.ts';
import { usePageParams } from '../../../navigation/pageParams.ts';
import { usePaths } from '../../../navigation/paths.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { centerCurrent } from '../../../ui/centerCurrent.ts';
import { SectionHead } from '../../../ui/SectionHead.tsx';
import { AccountTab } from './AccountTab.tsx';
import { MailTab } from './MailTab.tsx';
import { NotificationTab } from './NotificationTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import styles from './settings.module.css';

/** Kinds of TAB-01, and the account as a whole. */
const TABS = ['profile', 'mail', 'notification', 'account'] as const;
type Tab = (typeof TABS)[number];
const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

/** The settings (ACC-11): the address tells the tab. */
export function SettingsPanel({ user }: { readonly user: SessionUser }) {
  const paths = usePaths();
  const given = usePageParams().get('tab');
  const shown = isTab(given) ? given : 'profile';
  const tabs: Record<Tab, () => ReactNode> = {
    profile: () => <ProfileTab user={user} />,
    mail: () => <MailTab user={user} />,
    notification: () => <NotificationTab user={user} />,
    account: () => <AccountTab user={user} />,
  };
  return (
    <div className={styles.page}>
      <SectionHead level={1} title={settings.title} />
      <nav ref={centerCurrent} className={styles.tabs} aria-label={settings.tabsLabel}>
        {TABS.map((tab) => (
          <Link
            key={tab}
            href={paths.common('settings', { tab })}
            replace
            className={styles.tab}
            aria-current={tab === shown ? 'page' : undefined}
          >
            {settings.tabs[tab]}
          </Link>
        ))}
      </nav>
      <div className={styles.sections}>{tabs[shown]()}</div>
    </div>
  );
}
