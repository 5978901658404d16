import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ScanFace } from 'lucide-react';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Photo } from '../../contract/entities.ts';
import { PREVIEW_SIDE } from '../../contract/limits.ts';
import { thumbnailKey, variantKey } from '../../contract/pictureKeys.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { whenIdle } from '../../platform/device/whenIdle.ts';
import { ambassadorsQuery } from '../../queries/peopleQueries.ts';
import { creditLine } from '../../rules/credit.ts';
import { openKey, openSizes } from '../../rules/openPicture.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { type PictureUrls, usePictureUrls } from '../../services/usePictureUrls.ts';
import { FaceTags } from './FaceTags.tsx';
import { creditQuery } from './openPhotoQueries.ts';
import styles from './PhotoStage.module.css';
import { photoAlt } from './photoAlt.ts';
import { cardPicture } from './revealPhoto.ts';
import { usePhotoGestures } from './usePhotoGestures.ts';
import { usePhotoKeys } from './usePhotoKeys.ts';
import type { PhotoWalk } from './usePhotoWalk.ts';

interface PhotoStageProps {
  readonly photo: Photo;
  readonly walk: PhotoWalk;
  readonly onTurn: (photo: Photo) => void;
  readonly onClose: () => void;
  /** The large picture is there, or cannot be had: what comes after it may load. */
  readonly onSettled: () => void;
}

/** The picture with its credit line, enlarged by fingers, wheel or keys; its neighbours wait left and right of it. */
export function PhotoStage({ photo, walk, onTurn, onClose, onSettled }: PhotoStageProps) {
  const [isTagged, setTagged] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const { previous, next } = walk;
  const { stage, track, picture, scale, turn, handlePress } = useStageGestures({ photo, walk, onTurn, onClose });
  const handleSettled = () => {
    whenIdle(() => setSettled(true));
    onSettled();
  };
  const isEnlarged = useEnlarged(photo, picture, scale);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the picture closes; Escape and the button do so too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape
    <div
      ref={stage}
      className={styles.stage}
      style={{ '--ratio': photo.width / photo.height } as CSSProperties}
      data-zoomed={scale > 1 || undefined}
      onClick={handlePress}
    >
      <div ref={track} className={styles.track}>
        {slidesOf(photo, walk, isSettled).map(
          ([side, one]) =>
            one && (
              <Slide
                key={one.media_url}
                photo={one}
                side={side}
                ref={side === 'open' ? picture : null}
                isEnlarged={isEnlarged}
                onSettled={handleSettled}
              >
                {side === 'open' && isTagged && <FaceTags faces={one.face_info} />}
                {side === 'open' && <CreditLine photo={one} />}
              </Slide>
            ),
        )}
      </div>
      {photo.face_info.length > 0 && <FaceToggle isOn={isTagged} onToggle={() => setTagged(!isTagged)} />}
      {previous && <TurnButton side="previous" onPress={() => turn(-1)} />}
      {next && <TurnButton side="next" onPress={() => turn(1)} />}
      <p className="visually-hidden" role="status">
        {scale > 1 ? texts.enlarged(Math.round(scale * 100)) : ''}
      </p>
    </div>
  );
}

/** The stage's elements, moved and enlarged by fingers, wheel and keys; a press beside the picture closes. */
function useStageGestures({ photo, walk, onTurn, onClose }: Omit<PhotoStageProps, 'onSettled'>) {
  const { previous, next } = walk;
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  const handleTurn = (direction: -1 | 1) => {
    const photo = direction === -1 ? previous : next;
    if (photo !== null) onTurn(photo);
  };
  const { scale, step, turn, wasDragged } = usePhotoGestures({
    ...{ stage, track, picture },
    hasPrevious: previous !== null,
    hasNext: next !== null,
    onTurn: handleTurn,
  });
  usePhotoKeys(stage, { turn, step });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is looked at whole
  useEffect(() => step(0), [photo.media_url]);
  const handlePress = (event: MouseEvent) => {
    const isBeside = (event.target as Element).hasAttribute('data-beside');
    if (isBeside && !wasDragged.current && scale === 1) onClose();
    wasDragged.current = false;
  };
  return { stage, track, picture, scale, turn, handlePress };
}

/** Whether the photo has been drawn larger than its preview is, and there is an original; until another is opened. */
function useEnlarged(photo: Photo, picture: RefObject<HTMLElement | null>, scale: number): boolean {
  const [enlarged, setEnlarged] = useState<string | null>(null);
  useEffect(() => {
    const shown = Math.max(photo.width, photo.height);
    const box = picture.current;
    if (box === null || scale === 1 || shown <= PREVIEW_SIDE || photo.original_pending) return;
    const drawn = Math.max(box.offsetWidth, box.offsetHeight) * scale * devicePixelRatio;
    if (drawn > PREVIEW_SIDE) setEnlarged(photo.media_url);
  }, [photo, picture, scale]);
  return enlarged === photo.media_url;
}

/** The neighbours wait for the open picture and for a quiet moment (IMG-03); in one list with it, so that a turn keeps their elements. */
const slidesOf = (photo: Photo, { previous, next }: PhotoWalk, isSettled: boolean) =>
  isSettled
    ? ([
        ['previous', previous],
        ['open', photo],
        ['next', next],
      ] as const)
    : ([['open', photo]] as const);

function FaceToggle({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={isOn}
        aria-label={texts.faces}
        title={texts.faces}
        onClick={onToggle}
      >
        <ScanFace size={22} aria-hidden="true" />
      </button>
    </div>
  );
}

function TurnButton({ side, onPress }: { readonly side: 'previous' | 'next'; readonly onPress: () => void }) {
  const Icon = side === 'previous' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      className={styles.turn}
      data-side={side}
      aria-label={texts[side]}
      title={texts[side]}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

interface SlideProps {
  readonly photo: Photo;
  readonly side: 'previous' | 'open' | 'next';
  readonly ref: Ref<HTMLElement>;
  /** Beyond what the preview has pixels for. */
  readonly isEnlarged: boolean;
  readonly onSettled: () => void;
  readonly children: ReactNode;
}

/** One picture. What its card shows stands in until the preview is decoded; the original comes only to be enlarged (IMG-03). */
function Slide({ photo, side, ref, isEnlarged, onSettled, children }: SlideProps) {
  const urls = usePictureUrls();
  const isOpen = side === 'open';
  const { small, sources, srcSet } = sourcesOf(photo, urls, !isOpen && isLineThin());
  const [failures, setFailures] = useState(0);
  const isLight = srcSet !== undefined && failures === 0;
  const src = sources[Math.min(sources.length - 1, srcSet === undefined || isLight ? failures : failures - 1)];
  return (
    <div className={styles.slide} data-side={side} data-beside aria-hidden={!isOpen || undefined}>
      <figure
        ref={ref}
        className={styles.figure}
        style={
          { '--ratio': photo.width / photo.height, aspectRatio: `${photo.width} / ${photo.height}` } as CSSProperties
        }
      >
        <picture>
          {isLight && <source type="image/avif" srcSet={srcSet} sizes={openSizes(photo)} />}
          <img
            className={styles.image}
            style={{ backgroundImage: small, backgroundColor: photo.color }}
            src={src}
            alt={photoAlt(photo)}
            width={photo.width}
            height={photo.height}
            crossOrigin="anonymous"
            decoding="async"
            draggable={false}
            fetchPriority={isOpen ? 'high' : 'low'}
            onLoad={onSettled}
            onError={() => {
              setFailures((count) => count + 1);
              onSettled();
            }}
          />
        </picture>
        {isOpen && isEnlarged && <FullPicture photo={photo} />}
        {children}
      </figure>
    </div>
  );
}

/** Over the preview once its bytes are there: enlarged, the preview is too coarse. One that cannot be had leaves the preview. */
function FullPicture({ photo }: { readonly photo: Photo }) {
  const urls = usePictureUrls();
  const [isThere, setThere] = useState(false);
  return (
    <img
      className={`${styles.image} ${styles.full}`}
      hidden={!isThere}
      src={urls.of(photo.media_url) ?? undefined}
      alt=""
      crossOrigin="anonymous"
      decoding="async"
      draggable={false}
      onLoad={() => setThere(true)}
    />
  );
}

/** `small`: CSS image of what stands in. `sources`: addresses to try in turn, behind the AVIFs. */
function sourcesOf(photo: Photo, urls: PictureUrls, isThin: boolean) {
  const { media_url, variants } = photo;
  const thumbnail = urls.of(thumbnailKey(media_url)) ?? '';
  const card = cardPicture(media_url);
  const lightest = variants?.[0] === undefined ? null : urls.of(variantKey(media_url, variants[0]));
  const small =
    card !== null
      ? `url("${card}")`
      : lightest !== null
        ? `image-set(url("${lightest}") type("image/avif"), url("${thumbnail}") type("image/jpeg"))`
        : `url("${thumbnail}")`;
  if (isThin) return { small, sources: [card ?? thumbnail], srcSet: undefined };
  return { small, sources: [urls.of(openKey(photo)) ?? '', thumbnail], srcSet: urls.list(photo).srcSet };
}

/** Large neighbours are not loaded ahead where the fan saves data or the line is slow. */
function isLineThin(): boolean {
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}

function CreditLine({ photo }: { readonly photo: Photo }) {
  const services = useServices();
  const tenant = useTenant();
  const credit = useQuery(creditQuery(services));
  const ambassadors = useQuery(ambassadorsQuery(services));
  if (credit.isPending) return null;
  const line = creditLine(credit.data?.credit_setting[0] ?? null, {
    posterName: photo.user_screen_name || photo.user_name,
    isAmbassador: (ambassadors.data?.list ?? []).some((one) => one.ambassador_user_id === photo.user_id),
    companyLabel: tenant.creditLabel,
  });
  return line === '' ? null : <figcaption className={styles.credit}>{line}</figcaption>;
}
