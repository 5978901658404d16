import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, Sparkles } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import type { FanEvent, Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import type { Highlights } from '../../contract/highlights.ts';
import { dateText } from '../../features/event/eventTexts.ts';
import { useNow } from '../../features/event/useNow.ts';
import { PhotoGrid } from '../../features/photo/PhotoGrid.tsx';
import { photoAlt } from '../../features/photo/photoAlt.ts';
import { photoListQuery, photosOf } from '../../features/photo/queries.ts';
import { photoHref, useOpenPhoto } from '../../features/photo/usePhotoParam.ts';
import { pageTitles } from '../../messages/ja.ts';
import { highlights as texts } from '../../messages/jaHighlights.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { eventQuery, highlightsQuery } from '../../queries/eventQueries.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { periodState } from '../../rules/eventPeriod.ts';
import { cropToFill } from '../../rules/wallCrop.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { userIdOf } from '../../session/sessionState.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import { useGiveTitle } from '../../ui/ownTitle.ts';
import { Picture } from '../../ui/Picture.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { EventPostButton } from './EventPostButton.tsx';
import styles from './HighlightsPage.module.css';

/** The highlights of an event that the club published (WAL-07c): best shots, numbers, players, and the way on. */
export function HighlightsPage() {
  const eventId = usePageParams().get('e') ?? '';
  const services = useServices();
  const query = useQuery({ ...highlightsQuery(services, eventId), enabled: eventId !== '' });
  const { data: event } = useQuery({ ...eventQuery(services, eventId), enabled: eventId !== '' });
  const { data, error } = query;
  useGiveTitle(data?.title ?? null);
  const isUnknown =
    eventId === '' || (error instanceof AppError && ['NOT_FOUND', 'INVALID_REQUEST'].includes(error.code));
  if (isUnknown || (error && data === undefined))
    return <NoHighlights error={isUnknown ? null : error} onRetry={() => void query.refetch()} />;
  return <HighlightsOf eventId={eventId} page={data} event={event} />;
}

interface NoHighlightsProps {
  /** null: the club published none. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function NoHighlights({ error, onRetry }: NoHighlightsProps) {
  const tenant = useTenant();
  const icon = <Sparkles aria-hidden="true" />;
  const offer = <LinkButton href={usePaths().eventList}>{tenant.config.eventLabel}</LinkButton>;
  return error ? (
    <LoadFailure isPage icon={icon} title={texts.failed} error={error} onRetry={onRetry} offer={offer} />
  ) : (
    <EmptyState isPage icon={icon} title={texts.notFound} action={offer}>
      {texts.notFoundText}
    </EmptyState>
  );
}

interface HighlightsOfProps {
  readonly eventId: string;
  /** undefined while it is not loaded. */
  readonly page: Highlights | undefined;
  readonly event: FanEvent | undefined;
}

function HighlightsOf({ eventId, page, event }: HighlightsOfProps) {
  const source = photoListQuery(useServices(), { e: eventId, best: 'full' });
  const { data } = useInfiniteQuery(source);
  const ownUserId = userIdOf(useSession());
  const [lead, ...rest] = photosOf(data?.pages ?? []);
  const list = source.queryKey;
  return (
    <article className={styles.page}>
      <div className={styles.lead} data-empty={lead === undefined || undefined}>
        {lead && <LeadPhoto photo={lead} list={list} />}
      </div>
      <HighlightsHead eventId={eventId} page={page} event={event} />
      {page?.numbers && <Numbers numbers={page.numbers} />}
      {page?.sections.includes('photos') && rest.length > 0 && (
        <section aria-labelledby="highlights-photos">
          <SectionHead id="highlights-photos" title={texts.best} />
          <PhotoGrid photos={rest} label={texts.best} list={list} ownUserId={ownUserId} eagerCount={2} />
        </section>
      )}
      {page && page.players.length > 0 && <Players eventId={eventId} players={page.players} />}
      {page && <WayOn eventId={eventId} event={event} />}
    </article>
  );
}

/** Shapes of the first photo's place on wide and on narrow screens (HighlightsPage.module.css). */
const PLACES = { wide: { width: 16, height: 9 }, narrow: { width: 4, height: 3 } } as const;

/** How the photo fills its place: cut so that no face tag is, else whole (WAL-03b). */
function leadStyle({ width, height, face_info }: Photo): CSSProperties {
  const faces = face_info.map(({ BoundingBox }) => BoundingBox);
  const entries = Object.entries(PLACES).flatMap(([name, place]) => {
    const crop = cropToFill({ width, height, faces }, place, { keepAtLeast: 0 });
    const y = faces.length === 0 ? 30 : (crop?.y ?? 50);
    return [
      [`--fit-${name}`, crop === null ? 'contain' : 'cover'],
      [`--at-${name}`, `${crop?.x ?? 50}% ${y}%`],
    ];
  });
  return Object.fromEntries(entries);
}

/** The first photo, large. A press opens it over the page. */
function LeadPhoto({ photo, list }: { readonly photo: Photo; readonly list: readonly unknown[] }) {
  const urls = usePictureUrls();
  const open = useOpenPhoto();
  return (
    <a
      className={styles.photo}
      style={leadStyle(photo)}
      href={photoHref(photo.media_url)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(photo, list);
      }}
    >
      <Picture {...urls.list(photo)} sizes="(max-width:768px) 100vw,1000px" alt={photoAlt(photo)} isEager isFirst />
    </a>
  );
}

function HighlightsHead({ page, event }: HighlightsOfProps) {
  const paths = usePaths();
  return (
    <header className={styles.head}>
      <p className={styles.kind}>{pageTitles.highlights}</p>
      <h1 className={styles.title}>{page?.title ?? '\u00a0'}</h1>
      <p className={styles.event}>
        {event ? (
          <>
            <Link href={paths.event(event.event_id)}>{event.event_name}</Link>
            <span>{dateText(event.event_date)}</span>
          </>
        ) : (
          '\u00a0'
        )}
      </p>
      {page && page.text !== '' && (
        <p className={styles.text}>
          <MessageText text={page.text} />
        </p>
      )}
    </header>
  );
}

/** What was counted; nothing is said of what was not. */
function Numbers({ numbers }: { readonly numbers: NonNullable<Highlights['numbers']> }) {
  const { photos, posters, likes, looks } = numbers;
  const counts = [texts.photos(photos), texts.posters(posters), texts.likes(likes), texts.looks(looks)];
  return (
    <section aria-labelledby="highlights-numbers">
      <SectionHead id="highlights-numbers" title={texts.numbers} />
      <dl className={styles.numbers}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ label, value, unit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <strong>{value}</strong>
                {unit}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

interface PlayersProps {
  readonly eventId: string;
  readonly players: Highlights['players'];
}

/** Players with most photos: each leads to these photos. */
function Players({ eventId, players }: PlayersProps) {
  const { config } = useTenant();
  const paths = usePaths();
  return (
    <section aria-labelledby="highlights-players">
      <SectionHead id="highlights-players" title={texts.players(config.playerlabel)} />
      <ul className={styles.players}>
        {players.map(({ name, count }) => (
          <li key={name}>
            <Link className={styles.chip} href={`${paths.event(eventId)}&${new URLSearchParams({ cp: name })}`}>
              {name}
              <span className={styles.count}>{texts.photos(count).value + texts.unit}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All photos of the event, and the way to post while that is possible. */
function WayOn({ eventId, event }: Pick<HighlightsOfProps, 'eventId' | 'event'>): ReactNode {
  const paths = usePaths();
  const now = useNow();
  const isOpen = event !== undefined && periodState(event, now) === 'during';
  return (
    <div className={styles.actions}>
      {isOpen && <EventPostButton event={event} />}
      <LinkButton
        href={paths.event(eventId)}
        variant={isOpen ? 'secondary' : 'primary'}
        size="l"
        icon={<Images size={20} aria-hidden="true" />}
      >
        {texts.all}
      </LinkButton>
    </div>
  );
}
