import { Link, useSearch } from 'wouter';
import { PhotoGridSkeleton } from '../../features/photo/PhotoGrid.tsx';
import { gallery } from '../../messages/ja.ts';
import { homeLists as texts } from '../../messages/jaHome.ts';
import { usePaths } from '../../navigation/paths.ts';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import styles from './HomeTabs.module.css';
import { HOME_LISTS, homeListOf, LIST_PARAM } from './homeLists.ts';

const HomeListView = lazyNamed(() => import('./HomeListView.tsx'), 'HomeListView');

/** Empty boxes while another list comes. */
const SKELETON = 14;

/**
 * Head of the home page's photos: the newest, of followed fans, the popular ones (FAN-06). The list is a place of the address, so the
 * back button and a reload come back to it; the newest are drawn by the page itself, below these tabs.
 */
export function HomeTabs({ total }: { readonly total: number | null | undefined }) {
  const paths = usePaths();
  const current = homeListOf(useSearch());
  return (
    <>
      <div className={styles.head}>
        <h2 id="newest" className="visually-hidden" tabIndex={-1}>
          {texts.titles[current]}
        </h2>
        <nav className={styles.tabs} aria-label={texts.label}>
          {HOME_LISTS.map((one) => (
            <Link
              key={one}
              replace
              href={one === 'newest' ? paths.home : `${paths.home}?${LIST_PARAM}=${one}`}
              className={styles.tab}
              aria-current={one === current ? 'page' : undefined}
            >
              {texts.names[one]}
            </Link>
          ))}
        </nav>
        {current === 'newest' && (
          <>
            {total != null && <span className={styles.note}>{gallery.total(total)}</span>}
            <Link href={paths.gallery()} className={styles.more}>
              {gallery.more}
            </Link>
          </>
        )}
      </div>
      {current !== 'newest' && (
        <DeferredBoundary fallback={<PhotoGridSkeleton count={SKELETON} />}>
          <HomeListView list={current} />
        </DeferredBoundary>
      )}
    </>
  );
}
