import { Bookmark, CloudUpload, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import styles from './MenuShortcuts.module.css';
import { useShell } from './useShell.ts';

/**
 * What a fan's phone shows nowhere else: collection, outbox and settings, above the side menu. They belong to an account: a visitor
 * comes to them by the login.
 */
export function MenuShortcuts({ onChoose }: { readonly onChoose: () => void }) {
  const paths = usePaths();
  const { waiting, isSignedIn } = useShell();
  const requireLogin = useRequireLogin();
  const [, navigate] = useLocation();
  const tile = (href: string) => ({
    href: isSignedIn ? href : null,
    onPress: () => {
      onChoose();
      if (!isSignedIn) requireLogin(() => navigate(href), 'page');
    },
  });
  return (
    <ul className={styles.tiles}>
      <Tile
        icon={<Bookmark size={22} aria-hidden="true" />}
        label={texts.collection}
        {...tile(paths.member(undefined, 'collection'))}
      />
      <Tile
        icon={<CloudUpload size={22} aria-hidden="true" />}
        label={texts.outbox}
        note={waiting > 0 ? texts.outboxCount(waiting) : undefined}
        {...tile(paths.outbox)}
      />
      <Tile
        icon={<Settings size={22} aria-hidden="true" />}
        label={texts.settings}
        {...tile(paths.common('settings'))}
      />
    </ul>
  );
}

interface TileProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly note?: string | undefined;
  /** null: a button, which asks for the login first. */
  readonly href: string | null;
  readonly onPress: () => void;
}

function Tile({ icon, label, note, href, onPress }: TileProps) {
  const content = (
    <>
      {icon}
      <span>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
  return (
    <li>
      {href === null ? (
        <button type="button" className={styles.tile} onClick={onPress}>
          {content}
        </button>
      ) : (
        // In place of the menu’s own history entry, as its list does.
        <Link className={styles.tile} href={href} replace onClick={onPress}>
          {content}
        </Link>
      )}
    </li>
  );
}
