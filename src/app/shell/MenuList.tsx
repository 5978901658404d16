import {
  Building2,
  CalendarDays,
  ClipboardCheck,
  ExternalLink,
  FileText,
  Images,
  Info,
  LogOut,
  type LucideIcon,
  Mail,
  MessageSquare,
  Scale,
  ShieldCheck,
  Trophy,
  UserRound,
  UserX,
} from 'lucide-react';
import { Link } from 'wouter';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import styles from './MenuList.module.css';
import { type MenuEntry, type MenuId, menuEntries } from './menuEntries.ts';

const icons: Record<MenuId, LucideIcon> = {
  member: UserRound,
  staff: ClipboardCheck,
  events: CalendarDays,
  gallery: Images,
  ranking: Trophy,
  about: Info,
  terms: FileText,
  privacy: ShieldCheck,
  company: Building2,
  contact: Mail,
  feedback: MessageSquare,
  oss: Scale,
  leave: UserX,
  logout: LogOut,
  maker: ExternalLink,
};

interface MenuListProps {
  /** Runs before an entry opens. */
  readonly onChoose?: () => void;
  /** In small words without icons: the foot of the left column. */
  readonly isSmall?: boolean;
}

/** The side menu's entries (MNU-01), in the drawer and at the foot of the left column. */
export function MenuList({ onChoose, isSmall = false }: MenuListProps) {
  const tenant = useTenant();
  const paths = usePaths();
  const session = useSession();
  const isMobile = useIsMobile();
  const isSignedIn = session.status !== 'anonymous';
  const waitingCases = isSignedIn ? (session.user.staff?.waiting ?? null) : null;
  const entries = menuEntries({ tenant, paths, isSignedIn, isMobile, waitingCases });
  return (
    <ul className={isSmall ? styles.small : styles.list}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} hasIcon={!isSmall} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly hasIcon: boolean;
  readonly onChoose: (() => void) | undefined;
}

function Entry({ entry, hasIcon, onChoose }: EntryProps) {
  const { open } = useOverlays();
  const Icon = icons[entry.id];
  const { target } = entry;
  const content = (
    <>
      {hasIcon && <Icon size={18} aria-hidden="true" />}
      <span>{entry.label}</span>
    </>
  );
  if (target.kind === 'page')
    return (
      // In the menu over a page: in place of its history entry, so that back leads to where the fan was.
      <Link className={styles.entry} href={target.href} replace={onChoose !== undefined} onClick={() => onChoose?.()}>
        {content}
      </Link>
    );
  if (target.kind === 'overlay')
    return (
      <button
        type="button"
        className={styles.entry}
        onClick={() => {
          onChoose?.();
          open({ mode: target.mode });
        }}
      >
        {content}
      </button>
    );
  return (
    <a
      className={styles.entry}
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => onChoose?.()}
    >
      {content}
      <span className="visually-hidden">{texts.newTab}</span>
    </a>
  );
}
