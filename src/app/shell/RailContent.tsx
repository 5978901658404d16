import { Bookmark, CloudUpload, Keyboard, UserRoundSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { PageName } from '../../contract/pages.ts';
import { PhotoSize } from '../../features/photo/PhotoSize.tsx';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { pageOf, usePaths } from '../../navigation/paths.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { MenuList } from './MenuList.tsx';
import styles from './RailContent.module.css';
import { RailMatch } from './RailMatch.tsx';
import { RailPhotos } from './RailPhotos.tsx';
import { useShell } from './useShell.ts';

/** Pages with a grid of photos whose size the fan may choose. */
const PHOTO_PAGES: readonly (PageName | null)[] = [
  'index',
  'gallery',
  'event-detail',
  'player-detail',
  'search-result',
  'my-photo',
];

/**
 * What fans use, none of it in the header: the running match, players, the collection, what waits to be sent, the size of the photos.
 * The side menu stands below in small letters: the specification wants it in this column (LAY-02), fans want it out of the way.
 */
export function RailContent() {
  const [pathname] = useLocation();
  const page = pageOf(pathname);
  const params = usePageParams();
  const shownEvent = page === 'event-detail' ? params.get('e') : null;
  return (
    <>
      {/* Home shows the match itself, and larger; so does the page of that match. */}
      {page !== 'index' && <RailMatch shownEvent={shownEvent} hasNewest={page === 'gallery'} />}
      <RailLinks />
      <RailPhotos shownEvent={shownEvent} hasNewest={page === 'gallery' || page === 'index'} />
      {PHOTO_PAGES.includes(page) && <PhotoSize />}
      <div className={styles.foot}>
        <MenuList isSmall />
        <ShortcutsButton />
      </div>
    </>
  );
}

/** Where there is a mouse there is a keyboard. It stays when the keys are off: they are turned on there again. */
function ShortcutsButton() {
  const { open } = useOverlays();
  return (
    <button type="button" className={styles.shortcuts} onClick={() => open({ mode: 'shortcuts' })}>
      <Keyboard size={16} aria-hidden="true" />
      {texts.keyboard}
    </button>
  );
}

function RailLinks() {
  const { config } = useTenant();
  const paths = usePaths();
  const shell = useShell();
  const requireLogin = useRequireLogin();
  const [, navigate] = useLocation();
  const collection = paths.member(undefined, 'collection');
  const outbox =
    shell.waiting > 0 ? texts.outboxCount(shell.waiting) : shell.foreign > 0 ? texts.foreignShort : texts.outboxEmpty;
  return (
    <nav aria-label={texts.shortcuts}>
      <ul>
        <Row
          icon={<UserRoundSearch size={20} aria-hidden="true" />}
          label={texts.findPlayer(config.playerlabel)}
          onPress={shell.openSearch}
        />
        <Row
          icon={<Bookmark size={20} aria-hidden="true" />}
          label={texts.collection}
          {...(shell.isSignedIn
            ? { href: collection }
            : { onPress: () => requireLogin(() => navigate(collection), 'page') })}
        />
        {(shell.isSignedIn || shell.foreign > 0) && (
          <Row
            icon={<CloudUpload size={20} aria-hidden="true" />}
            label={texts.outbox}
            note={outbox}
            isPending={shell.waiting > 0}
            href={paths.outbox}
          />
        )}
      </ul>
    </nav>
  );
}

interface RowProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** A word at the end of the line. */
  readonly note?: string;
  readonly isPending?: boolean;
  /** A page; without it a button. */
  readonly href?: string;
  readonly onPress?: () => void;
}

function Row({ icon, label, note, isPending, href, onPress }: RowProps) {
  const content = (
    <>
      {icon}
      <span className={styles.label}>{label}</span>
      {note && (
        <span className={styles.note} data-pending={isPending || undefined}>
          {note}
        </span>
      )}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={styles.row} onClick={onPress}>
          {content}
        </button>
      ) : (
        <Link href={href} className={styles.row}>
          {content}
        </Link>
      )}
    </li>
  );
}
