import { CalendarDays, CalendarRange, Hash, Images, MapPin, Users } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { search as texts } from '../../messages/jaSearch.ts';
import { usePaths } from '../../navigation/paths.ts';
import { bareHashtag } from '../../rules/hashtags.ts';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { photoAlt } from '../photo/photoAlt.ts';
import { SmallFace } from '../players/SmallFace.tsx';
import { useFaces } from '../players/usePlayers.ts';
import { type matchReference, type WordHits, withMessage } from './findWord.ts';
import type { ChosenWord } from './reportWords.ts';
import styles from './WordResults.module.css';

/** Most rows of a group: what follows is on the page of results. */
const ROWS = 5;
const MESSAGES = 3;
const THUMBNAILS = 8;

type Shared = ReturnType<typeof matchReference>;

/** Is there anything to show for the word? */
export const isFound = (hits: WordHits, shared: Shared): boolean =>
  hits.photos.length + hits.tagged + hits.locations.length + hits.users.length > 0 ||
  shared.seasons.length + shared.persons.length + shared.eventCount > 0;

interface WordResultsProps {
  readonly word: string;
  readonly hits: WordHits;
  readonly shared: Shared;
  readonly onChoose: (href: string, chosen: ChosenWord) => void;
}

/** What a word found, by group (SRC-01). Every row leads to a page of its own. */
export function WordResults({ word, hits, shared, onChoose }: WordResultsProps) {
  const paths = usePaths();
  const rowTo = rowsBy(onChoose);
  return (
    <div className={styles.results}>
      {hits.isPartial && <p className={styles.note}>{texts.partlyFailed}</p>}
      <SharedGroups shared={shared} onChoose={onChoose} />
      <MessageGroup word={word} photos={hits.photos} onChoose={onChoose} />
      <PhotoStrip
        word={word}
        hits={hits}
        href={paths.search({ text: word })}
        onPress={() => onChoose(paths.search({ text: word }), { word, tagtype: 'text' })}
      />
      <TagGroups word={word} hits={hits} onChoose={onChoose} />
      <Group title={texts.eventsOf(word)} items={shared.eventCount > 0 ? [word] : []}>
        {(name) => (
          <Row
            key={name}
            icon={<CalendarDays />}
            label={texts.seeAll}
            note={texts.eventCount(shared.eventCount)}
            {...rowTo(paths.search({ event_name: name }), { word: name, tagtype: 'event' })}
          />
        )}
      </Group>
      <Group title={texts.users} items={hits.users}>
        {({ user_id, user_name }) => (
          <Row
            key={user_id}
            icon={<Users />}
            label={user_name}
            {...rowTo(paths.member(user_id), { word: user_name, tagtype: 'user' })}
          />
        )}
      </Group>
    </div>
  );
}

/** What a row that leads to an address is told. */
const rowsBy = (onChoose: WordResultsProps['onChoose']) => (href: string, chosen: ChosenWord) => ({
  href,
  onPress: () => onChoose(href, chosen),
});

interface MessageGroupProps extends Pick<WordResultsProps, 'word' | 'onChoose'> {
  readonly photos: readonly Photo[];
}

/** Photos whose message has the word. */
function MessageGroup({ word, photos, onChoose }: MessageGroupProps) {
  const paths = usePaths();
  const { config } = useTenant();
  const rowTo = rowsBy(onChoose);
  return (
    <Group title={texts.messages(word, config.messagelabel)} items={withMessage(photos, word)} max={MESSAGES}>
      {(photo) => (
        <Row
          key={photo.media_url}
          icon={<Thumbnail photo={photo} />}
          label={photo.comment}
          note={photo.user_screen_name}
          {...rowTo(paths.search({ text: word }), { word, tagtype: 'caption' })}
        />
      )}
    </Group>
  );
}

/** The hashtag that is the word, and places whose names have it. */
function TagGroups({ word, hits, onChoose }: Omit<WordResultsProps, 'shared'>) {
  const paths = usePaths();
  const rowTo = rowsBy(onChoose);
  return (
    <>
      <Group title={texts.hashtags} items={hits.tagged > 0 ? [bareHashtag(word)] : []}>
        {(name) => (
          <Row
            key={name}
            icon={<Hash />}
            label={texts.tag(name)}
            note={texts.count(hits.tagged)}
            {...rowTo(paths.search({ ht: name }), { word: name, tagtype: 'hashtag' })}
          />
        )}
      </Group>
      <Group title={texts.locations} items={hits.locations}>
        {({ name, count }) => (
          <Row
            key={name}
            icon={<MapPin />}
            label={name}
            note={texts.count(count)}
            {...rowTo(paths.search({ pl: name }), { word: name, tagtype: 'photolocation' })}
          />
        )}
      </Group>
    </>
  );
}

/** Seasons, events and persons of the shared data. */
function SharedGroups({ shared, onChoose }: Pick<WordResultsProps, 'shared' | 'onChoose'>) {
  const paths = usePaths();
  const { config } = useTenant();
  const pictureOf = useFaces();
  const rowTo = rowsBy(onChoose);
  return (
    <>
      <Group title={texts.seasons} items={shared.seasons}>
        {({ season_id, season_name, count }) => (
          <Row
            key={season_id}
            icon={<CalendarRange />}
            label={season_name}
            note={texts.count(count)}
            {...rowTo(paths.search({ s: season_id }), { word: season_name, tagtype: 'season' })}
          />
        )}
      </Group>
      <Group title={texts.events} items={shared.events}>
        {({ event_id, event_name, count }) => (
          <Row
            key={event_id}
            icon={<CalendarDays />}
            label={event_name}
            note={texts.count(count)}
            {...rowTo(paths.search({ e: event_id }), { word: event_name, tagtype: 'event' })}
          />
        )}
      </Group>
      <Group title={config.playerlabel} items={shared.persons}>
        {({ name, number, count }) => (
          <Row
            key={name}
            icon={<SmallFace player={{ name, picture: pictureOf(name) }} />}
            label={number === null ? name : `${number} ${name}`}
            note={texts.count(count)}
            {...rowTo(paths.player(name), { word: name, tagtype: 'person' })}
          />
        )}
      </Group>
    </>
  );
}

interface GroupProps<T> {
  readonly title: string;
  readonly items: readonly T[];
  readonly max?: number;
  readonly children: (item: T) => ReactNode;
}

function Group<T>({ title, items, max = ROWS, children }: GroupProps<T>) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>{items.slice(0, max).map(children)}</ul>
    </section>
  );
}

interface RowProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly note?: string;
  readonly href: string;
  readonly onPress: () => void;
}

/** A press leads on in place; a new tab is the browser's own business. */
const leading = (onPress: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  onPress();
};

function Row({ icon, label, note, href, onPress }: RowProps) {
  return (
    <li>
      <a className={styles.row} href={href} onClick={leading(onPress)}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.label}>
          <Phrases text={label} />
        </span>
        {note && <span className={styles.count}>{note}</span>}
      </a>
    </li>
  );
}

function Thumbnail({ photo, alt = '' }: { readonly photo: Photo; readonly alt?: string }) {
  return <Picture {...usePictureUrls().list(photo)} alt={alt} sizes="120px" />;
}

interface PhotoStripProps {
  readonly word: string;
  readonly hits: WordHits;
  readonly href: string;
  readonly onPress: () => void;
}

function PhotoStrip({ word, hits: { photos, hasMore }, href, onPress }: PhotoStripProps) {
  if (photos.length === 0) return null;
  return (
    <section aria-label={texts.photos(word)}>
      <h3 className={styles.heading}>{texts.photos(word)}</h3>
      <a
        className={styles.strip}
        href={href}
        onClick={leading(onPress)}
        aria-label={`${texts.photos(word)} ${texts.seeAll}`}
      >
        {photos.slice(0, THUMBNAILS).map((photo) => (
          <Thumbnail key={photo.media_url} photo={photo} alt={photoAlt(photo)} />
        ))}
      </a>
      <ul>
        <Row
          icon={<Images />}
          label={texts.seeAll}
          {...(hasMore ? {} : { note: texts.count(photos.length) })}
          href={href}
          onPress={onPress}
        />
      </ul>
    </section>
  );
}
