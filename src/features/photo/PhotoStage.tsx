import { ChevronLeft, ChevronRight, ScanFace } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { PREVIEW_SIDE } from '../../contract/limits.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { photoViewer } from '../../messages/jaPhotoViewer.ts';
import { savesData } from '../../platform/device/savesData.ts';
import { whenIdle } from '../../platform/device/whenIdle.ts';
import { FaceTags } from './FaceTags.tsx';
import { CreditLine, PhotoSlide } from './PhotoSlide.tsx';
import styles from './PhotoStage.module.css';
import type { FullScreen } from './useFullScreen.ts';
import { useFullScreenFlight } from './useFullScreenFlight.ts';
import { usePhotoGestures } from './usePhotoGestures.ts';
import { usePhotoKeys } from './usePhotoKeys.ts';
import type { PhotoWalk } from './usePhotoWalk.ts';

interface PhotoStageProps {
  readonly photo: Photo;
  readonly walk: PhotoWalk;
  readonly viewer: FullScreen;
  readonly onTurn: (photo: Photo) => void;
  readonly onClose: () => void;
  /** The large picture is there, or cannot be had: what comes after it may load. */
  readonly onSettled: () => void;
}

/**
 * The picture with its credit line, its neighbours left and right of it. A press on it takes the stage over the whole screen, where
 * fingers, wheel or keys enlarge it (FAN-02a): the same elements, so that no picture is loaded or decoded again.
 */
export function PhotoStage({ photo, walk, viewer, onTurn, onClose, onSettled }: PhotoStageProps) {
  const [isTagged, setTagged] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const { stage, track, picture, opener, ...stageView } = useStage({ photo, walk, viewer, onTurn, onClose });
  const { scale, turn, handlePress, handleOpener } = stageView;
  const handleSettled = () => {
    whenIdle(() => setSettled(true));
    onSettled();
  };
  const isEnlarged = useEnlarged(photo, picture, scale, viewer.isFull);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the picture closes; Escape and the button do so too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape
    <div
      ref={stage}
      className={styles.stage}
      data-full={viewer.isFull || undefined}
      data-bare={(viewer.isFull && viewer.isBare) || undefined}
      data-zoomed={scale > 1 || undefined}
      onClick={handlePress}
    >
      <div ref={track} className={styles.track}>
        {slidesOf(photo, walk, isSettled).map(
          ([side, one]) =>
            one && (
              <PhotoSlide
                key={one.media_url}
                photo={one}
                side={side}
                ref={side === 'open' ? picture : null}
                isEnlarged={isEnlarged}
                onSettled={handleSettled}
              >
                {side === 'open' && <Opener ref={opener} isFull={viewer.isFull} onPress={handleOpener} />}
                {side === 'open' && isTagged && <FaceTags faces={one.face_info} />}
                {side === 'open' && <CreditLine photo={one} />}
              </PhotoSlide>
            ),
        )}
      </div>
      {photo.face_info.length > 0 && <FaceToggle isOn={isTagged} onToggle={() => setTagged(!isTagged)} />}
      <WalkControls walk={walk} isFull={viewer.isFull} onTurn={turn} />
      <p className="visually-hidden" role="status">
        {scale > 1 ? texts.enlarged(Math.round(scale * 100)) : ''}
      </p>
    </div>
  );
}

/** The stage's elements, moved and enlarged by fingers, wheel and keys, and what a press on them does. */
function useStage({ photo, walk, viewer, onTurn, onClose }: Omit<PhotoStageProps, 'onSettled'>) {
  const { isFull, isBare, setBare } = viewer;
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const handleTurn = (direction: -1 | 1) => {
    const photo = direction === -1 ? walk.previous : walk.next;
    if (photo !== null) onTurn(photo);
  };
  const { scale, step, turn, wasGesture } = usePhotoGestures({
    stage,
    track,
    picture,
    isFull,
    hasPrevious: walk.previous !== null,
    hasNext: walk.next !== null,
    onTurn: handleTurn,
    onFull: viewer.open,
    onLeave: viewer.leave,
  });
  const stepByKey = (direction: -1 | 0 | 1) => {
    if (direction === 1) viewer.open();
    step(direction);
  };
  usePhotoKeys(stage, { turn, step: stepByKey });
  useWholeView({ photo, viewer, scale, step });
  useFullScreenFlight(isFull, { stage, track, picture });
  useFocusWithin(isFull, stage, opener);
  const handlePress = ({ target }: MouseEvent) => {
    if (wasGesture.current || !(target as Element).hasAttribute('data-beside')) return;
    if (isFull) setBare(!isBare);
    else onClose();
  };
  const handleOpener = () => {
    if (wasGesture.current) return;
    if (isFull) setBare(!isBare);
    else viewer.open();
  };
  return { stage, track, picture, opener, scale, turn, handlePress, handleOpener };
}

/** Another photo, and the picture back in the detail, is looked at whole; enlarged, the buttons make room for it. */
function useWholeView({
  photo,
  viewer,
  scale,
  step,
}: Pick<PhotoStageProps, 'photo' | 'viewer'> & {
  readonly scale: number;
  readonly step: (direction: 0) => void;
}): void {
  const { isFull, setBare } = viewer;
  const shown = useRef(photo.media_url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another photo is looked at whole
  useLayoutEffect(() => {
    if (!isFull || shown.current !== photo.media_url) step(0);
    shown.current = photo.media_url;
  }, [photo.media_url, isFull]);
  const isZoomed = scale > 1;
  useEffect(() => setBare(isZoomed), [isZoomed, setBare]);
}

/** The panel below the viewer takes no focus: it goes to the picture, unless it is on one of the viewer's own controls. */
function useFocusWithin(
  isFull: boolean,
  stage: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLButtonElement | null>,
): void {
  useEffect(() => {
    if (isFull && !stage.current?.contains(document.activeElement)) opener.current?.focus({ preventScroll: true });
  }, [isFull, stage, opener]);
}

/** Beyond its preview's pixels a picture is drawn so coarse on a large screen that the original is worth its bytes. */
const COARSE = 1.25;

/** Whether the photo has been drawn larger than its preview is, and there is an original; until another is opened. */
function useEnlarged(photo: Photo, picture: RefObject<HTMLElement | null>, scale: number, isFull: boolean): boolean {
  const [enlarged, setEnlarged] = useState<string | null>(null);
  useEffect(() => {
    const shown = Math.max(photo.width, photo.height);
    const box = picture.current;
    if (box === null || shown <= PREVIEW_SIDE || photo.original_pending) return;
    const drawn = Math.max(box.offsetWidth, box.offsetHeight) * scale * devicePixelRatio;
    const isZoomed = scale > 1 && drawn > PREVIEW_SIDE;
    if (isZoomed || (isFull && drawn > PREVIEW_SIDE * COARSE && !savesData())) setEnlarged(photo.media_url);
  }, [photo, picture, scale, isFull]);
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

interface OpenerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly isFull: boolean;
  readonly onPress: () => void;
}

/** The whole picture as a button: opens the viewer, and in it shows or hides the controls. */
function Opener({ ref, isFull, onPress }: OpenerProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.opener}
      aria-label={isFull ? photoViewer.toggleControls : photoViewer.open}
      onClick={onPress}
    />
  );
}

interface WalkControlsProps {
  readonly walk: PhotoWalk;
  readonly isFull: boolean;
  readonly onTurn: (direction: -1 | 1) => void;
}

/** The photos before and after, and in the viewer which one of them this is. */
function WalkControls({ walk: { place, previous, next }, isFull, onTurn }: WalkControlsProps) {
  return (
    <>
      {isFull && place !== null && (
        <p className={styles.count}>
          <span aria-hidden="true">{photoViewer.place(place)}</span>
          <span className="visually-hidden">{photoViewer.placeSpoken(place)}</span>
        </p>
      )}
      {previous && <TurnButton side="previous" onPress={() => onTurn(-1)} />}
      {next && <TurnButton side="next" onPress={() => onTurn(1)} />}
    </>
  );
}

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
