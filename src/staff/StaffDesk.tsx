/** The staff's desk (STF-02): the entry of its script. Fans never load it; the server answers its calls by the role alone. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type StaffPage, staffPages } from '../contract/staffPages.ts';
import { mayAs, type StaffRole } from '../contract/staffRoles.ts';
import { desk, staffPageNames } from '../messages/jaStaff.ts';
import { usePaths } from '../navigation/paths.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { centerCurrent } from '../ui/centerCurrent.ts';
import { useGiveTitle } from '../ui/ownTitle.ts';
import { useHasDirtyForm } from '../ui/useDirtyForm.ts';
import { FiguresPage } from './figures/FiguresPage.tsx';
import { HighlightsDeskPage } from './highlights/HighlightsDeskPage.tsx';
import { InboxPage } from './InboxPage.tsx';
import { LogPage } from './LogPage.tsx';
import { NewsPage } from './news/NewsPage.tsx';
import { PeoplePage } from './PeoplePage.tsx';
import { PhotosPage } from './photos/PhotosPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { EventsPage, PlayersPage } from './records/RecordsPage.tsx';
import styles from './Staff.module.css';
import { TeamPage } from './TeamPage.tsx';
import { TodayPage } from './TodayPage.tsx';
import { useStaffQuery } from './useStaff.tsx';
import { WordsPage } from './WordsPage.tsx';
import { WallPage } from './wall/WallPage.tsx';

const screens: Readonly<Record<StaffPage, () => ReactNode>> = {
  index: TodayPage,
  reports: ReportsPage,
  photos: PhotosPage,
  wall: WallPage,
  highlights: HighlightsDeskPage,
  people: PeoplePage,
  inbox: InboxPage,
  events: EventsPage,
  players: PlayersPage,
  words: WordsPage,
  news: NewsPage,
  team: TeamPage,
  log: LogPage,
  figures: FiguresPage,
};

interface StaffDeskProps {
  readonly page: StaffPage;
  /** As the device remembers it; the server decides. */
  readonly role: StaffRole;
  /** Shown to somebody who is no longer on the staff. */
  readonly gone: ReactNode;
}

/** A page of the desk below the names of those that the role may see. */
export function StaffDesk({ page, role, gone }: StaffDeskProps) {
  const paths = usePaths();
  const { error } = useStaffQuery('getStaffDesk', { everyMs: 60_000 });
  useGiveTitle(`${staffPageNames[page]} - ${desk.title}`);
  const hasTyped = useHasDirtyForm();
  const nav = useRef<HTMLElement>(null);
  // It stays while its pages change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useLayoutEffect(() => centerCurrent(nav.current), [page]);
  const isGone = error !== null && errorCodeOf(error) === 'NOT_FOUND';
  if (isGone && !hasTyped) return gone;
  const Screen = screens[page];
  const names = (Object.keys(staffPages) as StaffPage[]).filter((name) => mayAs(role, staffPages[name]));
  return (
    <div className={styles.desk} data-wide={page === 'photos' || page === 'figures' || undefined}>
      <h1 className={styles.title}>{desk.title}</h1>
      <nav ref={nav} aria-label={desk.nav} className={styles.nav}>
        {names.map((name) => (
          <Link key={name} href={paths.staff(name)} aria-current={name === page ? 'page' : undefined}>
            {staffPageNames[name]}
          </Link>
        ))}
      </nav>
      <Screen />
    </div>
  );
}
