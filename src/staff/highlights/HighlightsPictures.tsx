import { HIGHLIGHTS_FORMATS, highlightsPicturePath } from '../../contract/highlights.ts';
import { staffHighlights as texts } from '../../messages/jaStaffHighlights.ts';
import { useTenant } from '../../services/services.tsx';
import desk from '../Staff.module.css';
import styles from './Highlights.module.css';
import type { ShownHighlights } from './HighlightsForm.tsx';

interface HighlightsPicturesProps {
  readonly eventId: string;
  readonly shown: ShownHighlights;
}

/** The pictures for social networks, to be looked at and saved (WAL-08a). */
export function HighlightsPictures({ eventId, shown }: HighlightsPicturesProps) {
  const tenant = useTenant();
  const { page, pictures, is_drawing, has_usable } = shown;
  if (page === null) return null;
  const waitText = is_drawing ? texts.drawing : texts.afterPublishing;
  return (
    <section className={desk.card}>
      <h2>{texts.pictures}</h2>
      <p className={desk.quiet}>{texts.picturesLead}</p>
      {pictures.length === 0 && <p role="status">{has_usable ? waitText : texts.noUsable}</p>}
      <ul className={styles.pictures}>
        {pictures.map(({ format, tag }) => {
          const path = highlightsPicturePath(tenant.id, { eventId, tag, format });
          const name = texts.formats[format];
          return (
            <li key={format}>
              <img src={path} alt={name} {...HIGHLIGHTS_FORMATS[format]} />
              <a className={styles.download} href={path} download={texts.fileName(tenant.id, eventId, format)}>
                {texts.download(name)}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
