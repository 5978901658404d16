import type { Photo } from '../../contract/entities.ts';
import { sizesOf, stripShape } from '../../features/photo/photoRows.ts';
import { useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './HomeHero.module.css';
import { LazyLeadingMatch } from './LazyLeadingMatch.tsx';

const STRIPS = 5;
/** As many are seen on a phone: the others are asked for where they are (HomeHero.module.css). */
const PHONE_STRIPS = 4;

/** Best-liked of the newest photos: they stand in the slanted strips. */
export const bestLiked = (photos: readonly Photo[]): readonly Photo[] =>
  photos.toSorted((a, b) => b.reactionInfo.total - a.reactionInfo.total).slice(0, STRIPS);

/** The club's own strip of the home page: who, with fans' photos cut like a scarf's stripes, and the match of the moment. */
export function HomeHero({ best }: { readonly best: readonly Photo[] }) {
  const tenant = useTenant();
  const urls = usePictureUrls();
  return (
    <section className={styles.hero} aria-labelledby="home-title">
      <div className={styles.band}>
        <div className={styles.words}>
          {/* After the photos: the browser reads an SVG picture as a document of its own, which takes a slow phone a frame or two. */}
          <img className={styles.emblem} src={tenant.logo} alt="" width={106} height={106} loading="lazy" />
          <div>
            <h1 id="home-title" className={styles.name}>
              {tenant.name}
            </h1>
            <p className={styles.lead}>{tenant.lead}</p>
          </div>
        </div>
        <div className={styles.strips} aria-hidden="true">
          {Array.from({ length: STRIPS }, (_, index) => {
            const photo = best[index];
            return (
              <span
                key={photo?.media_url ?? index}
                className={index < PHONE_STRIPS ? undefined : styles.wideOnly}
                style={{ backgroundColor: photo?.color }}
              >
                {photo && (
                  <Picture
                    {...urls.list(photo)}
                    sizes={sizesOf(stripShape(photo), 'medium')}
                    alt=""
                    isEager={index < PHONE_STRIPS}
                  />
                )}
              </span>
            );
          })}
        </div>
      </div>
      <DeferredBoundary isDrawnAhead fallback={<div className={styles.matchPlace} />}>
        <LazyLeadingMatch />
      </DeferredBoundary>
    </section>
  );
}
