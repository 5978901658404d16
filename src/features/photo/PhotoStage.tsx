import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ScanFace } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { thumbnailKey } from '../../contract/thumbnailKey.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { creditLine } from '../../rules/credit.ts';
import { usePictureUrls } from '../../session/pictures.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { FaceTags } from './FaceTags.tsx';
import styles from './PhotoStage.module.css';
import { photoAlt } from './photoAlt.ts';
import { ambassadorsQuery, creditQuery } from './queries.ts';
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
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  const [isTagged, setTagged] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const { previous, next } = walk;
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
  const handleSettled = () => {
    setSettled(true);
    onSettled();
  };
  // The neighbours wait for the open picture; in one list with it, so that a turn keeps their elements.
  const slides = isSettled
    ? ([
        ['previous', previous],
        ['open', photo],
        ['next', next],
      ] as const)
    : ([['open', photo]] as const);
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
        {slides.map(
          ([side, one]) =>
            one && (
              <Slide
                key={one.media_url}
                photo={one}
                side={side}
                ref={side === 'open' ? picture : null}
                onSettled={handleSettled}
              >
                {side === 'open' && isTagged && <FaceTags faces={one.face_info} />}
                {side === 'open' && <CreditLine photo={one} />}
              </Slide>
            ),
        )}
      </div>
      {photo.face_info.length > 0 && (
        <div className={styles.tools}>
          <button
            type="button"
            className={styles.tool}
            aria-pressed={isTagged}
            aria-label={texts.faces}
            title={texts.faces}
            onClick={() => setTagged(!isTagged)}
          >
            <ScanFace size={22} aria-hidden="true" />
          </button>
        </div>
      )}
      {previous && <TurnButton side="previous" onPress={() => turn(-1)} />}
      {next && <TurnButton side="next" onPress={() => turn(1)} />}
      <p className="visually-hidden" role="status">
        {scale > 1 ? texts.enlarged(Math.round(scale * 100)) : ''}
      </p>
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
  readonly onSettled: () => void;
  readonly children: ReactNode;
}

/** One picture. The thumbnail, mostly there already, stands in until the large one is decoded. */
function Slide({ photo, side, ref, onSettled, children }: SlideProps) {
  const urls = usePictureUrls();
  const small = urls.of(thumbnailKey(photo.media_url));
  const [isBroken, setBroken] = useState(false);
  const isOpen = side === 'open';
  const isSmall = isBroken || (!isOpen && isLineThin());
  const src = (isSmall ? small : urls.of(photo.media_url)) ?? undefined;
  return (
    <div className={styles.slide} data-side={side} data-beside aria-hidden={!isOpen || undefined}>
      <figure
        ref={ref}
        className={styles.figure}
        style={
          { '--ratio': photo.width / photo.height, aspectRatio: `${photo.width} / ${photo.height}` } as CSSProperties
        }
      >
        <img
          className={styles.image}
          style={{ backgroundImage: `url("${small}")`, backgroundColor: photo.color }}
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
            setBroken(true);
            onSettled();
          }}
        />
        {children}
      </figure>
    </div>
  );
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
