import { type CSSProperties, useState, useSyncExternalStore } from 'react';
import type { Tenant } from '../../tenants/schema.ts';
import type { Wall } from '../contract/wall.ts';
import { wallScreen as texts } from '../messages/jaWall.ts';
import { QrCode } from './QrCode.tsx';
import styles from './Wall.module.css';
import { WallMosaic } from './WallMosaic.tsx';
import { type Place, usePlace, WallPlace } from './WallPhotos.tsx';
import type { WallPlayer } from './wallPlayer.ts';
import type { WallSlot } from './wallPlaying.ts';

interface WallScreenProps {
  readonly player: WallPlayer;
  readonly tenant: Tenant;
  /** Address of the event's post form, as the QR code says it. */
  readonly postAddress: string;
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** All that is on a stadium's screen. No failure, dialog or pointer ever is (WAL-05d). */
export function WallScreen({ player, tenant, postAddress }: WallScreenProps) {
  const { wall, slots } = useSyncExternalStore(player.subscribe, player.read);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const place = usePlace(stage);
  if (wall?.state.is_blackout) return <main className={styles.wall} aria-label={texts.label} data-black />;
  return (
    <main className={styles.wall} aria-label={texts.label} data-layout={wall?.state.layout}>
      <div className={styles.stage} ref={setStage}>
        {wall === null || slots.length === 0 ? (
          <Slate tenant={tenant} isOpen={wall !== null} />
        ) : (
          <Photos wall={wall} slots={slots} place={place} />
        )}
      </div>
      {wall !== null && <Band wall={wall} tenant={tenant} postAddress={postAddress} />}
    </main>
  );
}

/** The screen without a photo. @param isOpen the key opens a wall: photos may come */
function Slate({ tenant, isOpen }: { readonly tenant: Tenant; readonly isOpen: boolean }) {
  return (
    <div className={styles.slate}>
      <img className={styles.emblem} src={tenant.logo} alt={tenant.name} />
      {isOpen && <p>{texts.empty}</p>}
    </div>
  );
}

interface PhotosProps {
  readonly wall: Wall;
  readonly slots: readonly WallSlot[];
  readonly place: Place;
}

function Photos({ wall: { state }, slots, place }: PhotosProps) {
  const motion = reducedMotion.matches ? 'cut' : state.motion;
  const [first] = slots;
  if (first === undefined) return null;
  if (state.layout === 'mosaic' && slots.length > 1) return <WallMosaic slots={slots} stage={place} motion={motion} />;
  if (state.layout === 'quiet') return <Quiet slot={first} motion={motion} place={place} />;
  return <WallPlace slot={first} place={place} motion={motion} />;
}

interface QuietProps {
  readonly slot: WallSlot;
  readonly motion: Wall['state']['motion'];
  readonly place: Place;
}

/** One whole photo beside its message and players. */
function Quiet({ slot, motion, place }: QuietProps) {
  const { message, players } = slot.shown.photo;
  const isUpright = place.width < place.height;
  return (
    <div className={styles.quiet}>
      <div className={styles.quietPhoto}>
        <WallPlace
          slot={slot}
          place={
            isUpright
              ? { width: place.width, height: place.height * 0.62 }
              : { width: place.width * 0.6, height: place.height }
          }
          slant={isUpright ? 0 : 0.12}
          motion={motion}
          isWhole
        />
      </div>
      <div className={styles.words} data-long={message.length > 60 || undefined}>
        {message !== '' && <p className={styles.message}>{message}</p>}
        {players.length > 0 && <p className={styles.players}>{players.join('　')}</p>}
      </div>
    </div>
  );
}

/** The tenant's band: emblem, board or event, today's count, and the code that opens the post form. */
function Band({ wall, tenant, postAddress }: { readonly wall: Wall } & Omit<WallScreenProps, 'player'>) {
  const board = wall.state.message;
  const line = board === '' ? wall.event_name : board;
  return (
    <footer className={styles.band}>
      <img className={styles.badge} src={tenant.logo} alt="" />
      <p
        className={styles.board}
        data-board={board === '' ? undefined : true}
        style={{ '--letters': Math.max(8, [...line].length) } as CSSProperties}
      >
        {line}
      </p>
      <p className={styles.count}>
        <span>{texts.today}</span>
        <b>{texts.count(wall.today)}</b>
      </p>
      <figure className={styles.code}>
        <QrCode text={postAddress} label={texts.qr} />
        <figcaption>{texts.post(tenant.config.eventTitle)}</figcaption>
      </figure>
    </footer>
  );
}
