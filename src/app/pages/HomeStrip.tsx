import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { PhotoGrid } from '../../features/photo/PhotoGrid.tsx';
import { players } from '../../messages/jaPlayers.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeMore.module.css';

interface HomeStripProps {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** The way to all of them; `label` says of which. */
  readonly all?: {
    readonly href: string;
    readonly label: string;
    /** The list is another one of this page: no place of its own in the history. */
    readonly isReplacing?: boolean;
    readonly onClick?: () => void;
  };
  /** Undefined while they load: the strip keeps its place. Without any there is no strip. */
  readonly photos: readonly Photo[] | undefined;
}

/** A section of the home page: a row of photos to scroll sideways. */
export function HomeStrip({ id, title, note, all, photos }: HomeStripProps) {
  if (photos?.length === 0) return null;
  return (
    <section className={styles.strip} aria-labelledby={id}>
      <SectionHead
        id={id}
        title={title}
        note={note}
        action={
          all && (
            <Link
              className={styles.all}
              href={all.href}
              replace={all.isReplacing ?? false}
              onClick={all.onClick}
              aria-label={all.label}
            >
              {players.all}
            </Link>
          )
        }
      />
      {photos && <PhotoGrid isRow photos={photos} label={title} list={photos.map(({ media_url }) => media_url)} />}
    </section>
  );
}
