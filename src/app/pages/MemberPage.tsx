import { useQuery } from '@tanstack/react-query';
import { Settings, UserRound, UserRoundX } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { AppError } from '../../contract/errors.ts';
import { MemberBadge } from '../../features/member/MemberBadge.tsx';
import { memberQuery } from '../../features/member/memberQueries.ts';
import { MemberSocial } from '../../features/social/MemberSocial.tsx';
import { pageTitles, ui } from '../../messages/ja.ts';
import { myPhoto as texts } from '../../messages/jaMyPhoto.ts';
import { emptyList } from '../../messages/jaPages.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { type MemberMode, usePaths } from '../../navigation/paths.ts';
import { isNoSignal } from '../../queries/noSignal.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { centerCurrent } from '../../ui/centerCurrent.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './ListPages.module.css';
import { CollectionTab, EventsTab, HomeTab, PhotosTab } from './MemberTabs.tsx';

type Tab = MemberMode | 'home';
const OWN_TABS: readonly Tab[] = ['home', 'my-photo', 'my-event', 'collection'];
const TABS: readonly Tab[] = ['my-photo', 'my-event'];

/** RTE-06: a fan's page; without `u` one's own, for which visitors log in. */
export function MemberPage() {
  const session = useSession();
  const params = usePageParams();
  const ownId = session.status === 'anonymous' ? null : session.user.id;
  const userId = params.get('u') || ownId;
  if (userId === null) return <LoginFirst />;
  const isOwn = userId === ownId;
  const tabs = isOwn ? OWN_TABS : TABS;
  const tab = tabs.find((one) => one === params.get('mode')) ?? tabs[0] ?? 'my-photo';
  return <Member key={userId} userId={userId} isOwn={isOwn} tabs={tabs} tab={tab} />;
}

function Gone() {
  const paths = usePaths();
  const { open } = useOverlays();
  return (
    <EmptyState
      isPage
      icon={<UserRoundX aria-hidden="true" />}
      title={texts.gone}
      action={
        <>
          <LinkButton variant="primary" href={paths.gallery()}>
            {emptyList.allPhotos}
          </LinkButton>
          <Button onClick={() => open({ mode: 'word-search' })}>{texts.findFan}</Button>
        </>
      }
    >
      {texts.goneText}
    </EmptyState>
  );
}

/** The login modal opens by itself; who closes it can open it again. */
function LoginFirst() {
  const requireLogin = useRequireLogin();
  useEffect(() => requireLogin(() => undefined, 'ownPage'), [requireLogin]);
  return (
    <>
      <SectionHead level={1} title={pageTitles['my-photo']} />
      <EmptyState
        icon={<UserRound aria-hidden="true" />}
        title={texts.needsLogin}
        action={
          <Button variant="primary" onClick={() => requireLogin(() => undefined, 'ownPage')}>
            {texts.login}
          </Button>
        }
      />
    </>
  );
}

interface MemberProps {
  readonly userId: string;
  readonly isOwn: boolean;
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
}

function Member({ userId, isOwn, tabs, tab }: MemberProps) {
  const user = useQuery(memberQuery(useServices(), userId));
  const isUnknown = user.error instanceof AppError && ['NOT_FOUND', 'INVALID_REQUEST'].includes(user.error.code);
  if (!isOwn && (isUnknown || (user.data && user.data.Name === undefined))) return <Gone />;
  return (
    <>
      <MemberHead userId={userId} isOwn={isOwn} />
      {user.data?.Name !== undefined && <MemberSocial userId={userId} name={user.data.Name} />}
      {/* Without signal the list below says what there is to say. */}
      {user.isError && user.data === undefined && !isNoSignal(user.error) && (
        <p role="alert" className={styles.lead}>
          {texts.userFailed} <Button onClick={() => void user.refetch()}>{ui.retry}</Button>
        </p>
      )}
      <Tabs userId={userId} isOwn={isOwn} tabs={tabs} tab={tab} />
      {tab === 'home' && <HomeTab userId={userId} />}
      {tab === 'my-photo' && <PhotosTab userId={userId} isOwn={isOwn} />}
      {tab === 'my-event' && <EventsTab userId={userId} isOwn={isOwn} />}
      {tab === 'collection' && <CollectionTab />}
    </>
  );
}

function MemberHead({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const paths = usePaths();
  const urls = usePictureUrls();
  const { data } = useQuery(memberQuery(useServices(), userId));
  return (
    <div className={styles.head}>
      <Avatar src={urls.of(data?.extended4 ?? null)} name="" size={72} />
      <div className={styles.headText}>
        <p className={styles.kind}>{isOwn ? pageTitles['my-photo'] : texts.photos}</p>
        <h1 className={styles.name} translate="no">
          {data?.Name ?? (isOwn ? pageTitles['my-photo'] : '')}
        </h1>
        <MemberBadge userId={userId} />
      </div>
      {isOwn && (
        <div className={styles.headAction}>
          <LinkButton href={paths.common('settings')} icon={<Settings aria-hidden="true" size={18} />}>
            {pageTitles.settings}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** Tabs are places of the address: back and reload keep them (TAB-01). */
function Tabs({ userId, isOwn, tabs, tab }: MemberProps) {
  const paths = usePaths();
  const labels: Record<Tab, string> = {
    home: texts.home,
    'my-photo': isOwn ? texts.myPhoto : texts.photos,
    'my-event': isOwn ? texts.myEvent : texts.events,
    collection: texts.collection,
  };
  return (
    <nav ref={centerCurrent} className={styles.tabs} aria-label={isOwn ? texts.tabs : texts.tabsOf}>
      {tabs.map((one) => (
        <Link
          key={one}
          replace
          href={paths.member(isOwn ? undefined : userId, one === 'home' ? undefined : one)}
          className={styles.tab}
          aria-current={one === tab ? 'page' : undefined}
        >
          {labels[one]}
        </Link>
      ))}
    </nav>
  );
}
