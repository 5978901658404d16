import { CalendarDays, House, Images, Plus, Trophy, UserRound } from 'lucide-react';
import type { Section } from '../../contract/pages.ts';
import { OwnAvatar } from '../../features/member/OwnAvatar.tsx';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { NavItem } from './NavItem.tsx';
import styles from './TabBar.module.css';
import { useShell } from './useShell.ts';

/**
 * The tab bar of phones, five entries of at least 44 px at 320 px: posting in its middle, then what is looked at again and again during
 * a match (home with the running match, everybody's photos, the events). The fifth is the ranking where there are points, which has
 * no other place, else the own page; search, and there the own page, are one tap away in the header (MobileHeader.tsx).
 */
export function TabBar({ section }: { readonly section: Section | null }) {
  const { config, isPoint } = useTenant();
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
      <NavItem
        icon={<Images size={23} aria-hidden="true" />}
        label={texts.gallery}
        href={paths.gallery()}
        isCurrent={section === 'gallery'}
      />
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
      {isPoint ? (
        <NavItem
          icon={<Trophy size={23} aria-hidden="true" />}
          label={texts.ranking}
          href={paths.ranking}
          isCurrent={section === 'ranking'}
        />
      ) : shell.isSignedIn ? (
        <NavItem icon={<OwnAvatar />} label={texts.myPage} href={paths.member()} isCurrent={section === 'member'} />
      ) : (
        <NavItem icon={<UserRound size={23} aria-hidden="true" />} label={texts.myPage} onPress={shell.openLogin} />
      )}
    </nav>
  );
}
