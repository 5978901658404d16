import { Link } from 'wouter';
import type { Photo } from '../../contract/entities.ts';
import { photo as texts } from '../../messages/ja.ts';
import { usePaths } from '../../navigation/paths.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './Author.module.css';

interface AuthorProps {
  readonly author: Pick<Photo, 'user_id' | 'user_name' | 'user_screen_name' | 'user_avatar'>;
  /** A second line, such as when it was. */
  readonly note?: string;
}

/** Who posted it, leading to their page; who left the service has none (SOC-07). */
export function Author({ author, note }: AuthorProps) {
  const paths = usePaths();
  const urls = usePictureUrls();
  const { open } = useOverlays();
  const name = author.user_screen_name || author.user_name;
  const hasLeft = name === '';
  const content = (
    <>
      <Avatar src={urls.of(author.user_avatar)} name="" hasLeft={hasLeft} size={40} />
      <span className={styles.text}>
        <span className={styles.name} translate={hasLeft ? undefined : 'no'}>
          {hasLeft ? texts.left : name}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </>
  );
  if (hasLeft)
    return (
      <button type="button" className={styles.author} onClick={() => open({ mode: 'result', text: texts.noSuchUser })}>
        {content}
      </button>
    );
  return (
    <Link href={paths.member(author.user_id)} className={styles.author}>
      {content}
    </Link>
  );
}
