import type { HighlightsSection } from '../../contract/highlights.ts';
import { highlights } from '../../messages/jaHighlights.ts';
import { staffHighlights as texts } from '../../messages/jaStaffHighlights.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { MessageText } from '../../ui/MessageText.tsx';
import { Picture } from '../../ui/Picture.tsx';
import desk from '../Staff.module.css';
import styles from './Highlights.module.css';
import type { ShownHighlights } from './HighlightsForm.tsx';

interface HighlightsPreviewProps {
  readonly typed: { readonly title: string; readonly text: string; readonly sections: readonly HighlightsSection[] };
  readonly shown: ShownHighlights;
}

/** What the page would show now, in short. */
export function HighlightsPreview({ typed: { title, text, sections }, shown }: HighlightsPreviewProps) {
  const urls = usePictureUrls();
  const { photos, likes, posters, looks } = shown.numbers;
  const counts = [highlights.photos(photos), highlights.posters(posters), highlights.likes(likes)];
  const [lead, ...rest] = shown.photos;
  return (
    <div className={styles.preview}>
      {lead === undefined ? (
        <p className={desk.quiet}>{texts.noPhotos}</p>
      ) : (
        <div className={styles.photos} aria-hidden="true">
          {[lead, ...(sections.includes('photos') ? rest : [])].map((photo) => (
            <Picture key={photo.media_url} {...urls.list(photo)} sizes="160px" alt="" />
          ))}
        </div>
      )}
      <p className={styles.title}>{title || texts.title}</p>
      <p className={desk.quiet}>{shown.event_name}</p>
      {text !== '' && (
        <p className={styles.text}>
          <MessageText text={text} />
        </p>
      )}
      {sections.includes('numbers') && (
        <ul className={styles.line}>
          {[...counts, highlights.looks(looks)]
            .filter(({ count }) => count > 0)
            .map(({ label, value, unit }) => (
              <li key={label}>
                {label} <strong>{value}</strong>
                {unit}
              </li>
            ))}
        </ul>
      )}
      {sections.includes('players') && shown.players.length > 0 && (
        <ul className={styles.line} aria-label={texts.players}>
          {shown.players.map(({ name, count }) => (
            <li key={name}>{texts.player(name, count)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
