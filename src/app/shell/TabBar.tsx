import { CalendarDays, House, Plus, Search, UserRound } from 'lucide-react';
import { OwnAvatar } from '../../features/member/OwnAvatar.tsx';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../session/paths.ts';
import { useTenant } from '../../session/services.tsx';
import { NavItem } from './NavItem.tsx';
import type { Section } from './sections.ts';
import styles from './TabBar.module.css';
import { useShell } from './useShell.ts';

/** The tab bar of phones; posting stands in its middle. */
export function TabBar({ section }: { readonly section: Section | null }) {
  const { config } = useTenant();
  const paths = usePaths();
  const shell = useShell();
  return (
    <nav className={styles.bar} aria-label={texts.mainNav}>
      <NavItem
        icon={<House size={23} aria-hidden="true" />}
        label={texts.home}
        href={paths.home}
        isCurrent={section === 'home'}
      />
      <NavItem icon={<Search size={23} aria-hidden="true" />} label={texts.search} onPress={shell.openSearch} />
      <button type="button" className={styles.post} onClick={shell.openPost}>
        <span className={styles.plate}>
          <Plus size={26} aria-hidden="true" />
        </span>
        <span className={styles.label}>{texts.post}</span>
      </button>
      <NavItem
        icon={<CalendarDays size={23} aria-hidden="true" />}
        label={config.eventLabel}
        href={paths.eventList}
        isCurrent={section === 'events'}
      />
      {shell.isSignedIn ? (
        <NavItem icon={<OwnAvatar />} label={texts.myPage} href={paths.member()} isCurrent={section === 'member'} />
      ) : (
        <NavItem icon={<UserRound size={23} aria-hidden="true" />} label={texts.myPage} onPress={shell.openLogin} />
      )}
    </nav>
  );
}
