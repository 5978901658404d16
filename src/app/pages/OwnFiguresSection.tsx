import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { dateText } from '../../features/event/eventTexts.ts';
import { memberQuery } from '../../features/member/memberQueries.ts';
import { figures as texts } from '../../messages/jaFigures.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './OwnFiguresSection.module.css';
import { type EventFigures, ownFiguresQuery, totalsOf, wordFor } from './seasonFigures.ts';

/** Drawn only when it is asked for. */
const SeasonCardModal = lazyNamed(() => import('./SeasonCardModal.tsx'), 'SeasonCardModal');

/** Events shown before the rest is asked for. */
const SHOWN = 6;

/**
 * What the fan has made so far: figures, photos by event, and the season's card (FAN-06). Without photos, and without signal on a
 * device that has never seen them, the page does without.
 */
export function OwnFiguresSection({ userId }: { readonly userId: string }) {
  const services = useServices();
  const tenant = useTenant();
  const { data, isPending } = useQuery(ownFiguresQuery(services));
  const name = useQuery(memberQuery(services, userId)).data?.Name;
  const [isCardOpen, setCardOpen] = useState(false);
  if (isPending) return <div className={styles.place} />;
  const events = data?.events ?? [];
  if (events.length === 0) return null;
  const { photos, likes, events: count } = totalsOf(events);
  const kind = wordFor(events, tenant.config.eventTitle, texts.mixed);
  return (
    <section className={styles.section} aria-labelledby="figures">
      <h2 id="figures" className="visually-hidden">
        {texts.title}
      </h2>
      <div className={styles.figures}>
        <dl className={styles.numbers}>
          {[
            [texts.photos, photos],
            [texts.likes, likes],
            [kind, count],
          ].map(([label, number]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{texts.of(Number(number))}</dd>
            </div>
          ))}
        </dl>
        <Button icon={<Sparkles size={18} aria-hidden="true" />} onClick={() => setCardOpen(true)}>
          {texts.makeCard}
        </Button>
      </div>
      <ByEvent events={events} title={texts.byEvent(kind)} />
      {isCardOpen && (
        <OptionalBoundary>
          <SeasonCardModal fan={name ?? ''} events={events} onClose={() => setCardOpen(false)} />
        </OptionalBoundary>
      )}
    </section>
  );
}

function ByEvent({ events, title }: { readonly events: readonly EventFigures[]; readonly title: string }) {
  const paths = usePaths();
  const urls = usePictureUrls();
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <SectionHead title={title} />
      <ul className={styles.events}>
        {(isWhole ? events : events.slice(0, SHOWN)).map(
          ({ event_id, event_name, event_date, photos, likes, cover }) => (
            <li key={event_id}>
              <Link
                href={`${paths.member(undefined, 'my-photo')}&e=${encodeURIComponent(event_id)}`}
                className={styles.event}
              >
                <span className={styles.picture}>
                  <Picture {...urls.list(cover)} sizes="112px" alt="" />
                </span>
                <span className={styles.words}>
                  <span className={styles.name}>
                    <Phrases text={event_name} />
                  </span>
                  <span className={styles.facts}>{dateText(event_date)}</span>
                  <span className={styles.facts}>{texts.counts(photos, likes)}</span>
                </span>
              </Link>
            </li>
          ),
        )}
      </ul>
      {!isWhole && events.length > SHOWN && <Button onClick={() => setWhole(true)}>{texts.all(events.length)}</Button>}
    </>
  );
}
