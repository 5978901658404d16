import {
  Building2,
  CalendarDays,
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

/** The side menu's entries (MNU-01), in the drawer and in the left column. `onChoose` runs before an entry opens. */
export function MenuList({ onChoose }: { readonly onChoose?: () => void }) {
  const tenant = useTenant();
  const paths = usePaths();
  const session = useSession();
  const isMobile = useIsMobile();
  const entries = menuEntries({ tenant, paths, isSignedIn: session.status !== 'anonymous', isMobile });
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry, onChoose }: { readonly entry: MenuEntry; readonly onChoose: (() => void) | undefined }) {
  const { open } = useOverlays();
  const Icon = icons[entry.id];
  const { target } = entry;
  const content = (
    <>
      <Icon size={18} aria-hidden="true" />
      <span>{entry.label}</span>
    </>
  );
  if (target.kind === 'page')
    return (
      <Link className={styles.entry} href={target.href} onClick={() => onChoose?.()}>
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
