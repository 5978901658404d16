import { Bell, Menu, Search } from 'lucide-react';
import { Link } from 'wouter';
import { OwnAvatar } from '../../features/member/OwnAvatar.tsx';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './MobileHeader.module.css';
import { useShell } from './useShell.ts';
import { WaitingButton } from './WaitingButton.tsx';

/** The top bar of phones: emblem and name, search, bell, login or own page, menu (HDR-04, HDR-05). The unread badge is the desktop's (HDR-03). */
export function MobileHeader() {
  const tenant = useTenant();
  const paths = usePaths();
  const shell = useShell();
  return (
    <header className={styles.header}>
      <Link href={paths.home} className={styles.tenant}>
        <img src={tenant.logo} alt="" width={34} height={34} />
        <span>{tenant.shortName}</span>
      </Link>
      <div className={styles.actions}>
        <WaitingButton shell={shell} className={styles.waiting} isShort />
        <IconButton label={texts.search} icon={<Search size={22} aria-hidden="true" />} onClick={shell.openSearch} />
        {shell.isSignedIn ? (
          <Link href={paths.common('notice-list')} className={styles.bell} aria-label={texts.notices}>
            <Bell size={22} aria-hidden="true" />
          </Link>
        ) : (
          <>
            <IconButton label={texts.notices} icon={<Bell size={22} aria-hidden="true" />} onClick={shell.openLogin} />
            <Button className={styles.login} onClick={shell.openLogin}>
              {texts.login}
            </Button>
          </>
        )}
        {shell.isSignedIn && tenant.isPoint && (
          <Link href={paths.member()} className={styles.own} aria-label={texts.myPage}>
            <OwnAvatar size={32} />
          </Link>
        )}
        <IconButton label={texts.menu} icon={<Menu size={24} aria-hidden="true" />} onClick={shell.openMenu} />
      </div>
    </header>
  );
}
