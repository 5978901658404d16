import { Bell, CalendarDays, Ellipsis, House, Images, Plus, Search, Trophy, UserRound } from 'lucide-react';
import { Link } from 'wouter';
import type { Section } from '../../contract/pages.ts';
import { OwnAvatar } from '../../features/member/OwnAvatar.tsx';
import { frame } from '../../messages/ja.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './DesktopHeader.module.css';
import { HeaderSearch } from './HeaderSearch.tsx';
import { NavItem } from './NavItem.tsx';
import { ProductMark } from './ProductMark.tsx';
import { useShell } from './useShell.ts';
import { WaitingButton } from './WaitingButton.tsx';

/** The slim header of wide screens (HDR-01…HDR-06). */
export function DesktopHeader({ section }: { readonly section: Section | null }) {
  const tenant = useTenant();
  const paths = usePaths();
  const shell = useShell();
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link href={paths.home} className={styles.product} aria-label={`${frame.product} ${texts.home}`}>
          <ProductMark />
        </Link>
        <OfficialSite />
        <HeaderSearch />
        <nav className={styles.nav} aria-label={texts.mainNav}>
          <NavItem
            icon={<House size={21} aria-hidden="true" />}
            label={texts.home}
            href={paths.home}
            isCurrent={section === 'home'}
          />
          {/* Where the field has no room. */}
          <span className={styles.searchItem}>
            <NavItem icon={<Search size={21} aria-hidden="true" />} label={texts.search} onPress={shell.openSearch} />
          </span>
          <NavItem
            icon={<Images size={21} aria-hidden="true" />}
            label={texts.gallery}
            href={paths.gallery()}
            isCurrent={section === 'gallery'}
          />
          <NavItem
            icon={<CalendarDays size={21} aria-hidden="true" />}
            label={tenant.config.eventLabel}
            href={paths.eventList}
            isCurrent={section === 'events'}
          />
          {tenant.isPoint && (
            <NavItem
              icon={<Trophy size={21} aria-hidden="true" />}
              label={texts.ranking}
              href={paths.ranking}
              isCurrent={section === 'ranking'}
            />
          )}
          {shell.isSignedIn && (
            <NavItem
              icon={<Bell size={21} aria-hidden="true" />}
              label={texts.notices}
              href={paths.common('notice-list')}
              isCurrent={section === 'notices'}
              badge={shell.unread}
              badgeLabel={texts.unread(shell.unread)}
            />
          )}
          {shell.isSignedIn && (
            <NavItem icon={<OwnAvatar />} label={texts.myPage} href={paths.member()} isCurrent={section === 'member'} />
          )}
          <NavItem icon={<Ellipsis size={21} aria-hidden="true" />} label={texts.other} onPress={shell.openMenu} />
        </nav>
        <WaitingButton shell={shell} className={styles.waiting} />
        {!shell.isSignedIn && (
          <Button className={styles.join} icon={<UserRound size={18} aria-hidden="true" />} onClick={shell.openLogin}>
            {texts.join}
          </Button>
        )}
        <Button
          variant="primary"
          className={styles.post}
          icon={<Plus size={20} aria-hidden="true" />}
          onClick={shell.openPost}
        >
          {texts.post}
        </Button>
      </div>
    </header>
  );
}

/** The tenant's emblem and name, which lead to its own site. */
function OfficialSite() {
  const { name, url, logo } = useTenant();
  return (
    <a
      className={styles.tenant}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.officialSite(name)}
    >
      <img src={logo} alt="" width={36} height={36} />
      <span className={styles.tenantName}>{name}</span>
    </a>
  );
}
