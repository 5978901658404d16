import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useLocation } from 'wouter';
import { POPULAR_AMONG } from '../../contract/limits.ts';
import { ListState } from '../../features/gallery/ListState.tsx';
import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { photosOf } from '../../features/photo/queries.ts';
import { SelectButton } from '../../features/photo/selection/SelectButton.tsx';
import { PeopleList } from '../../features/social/PeopleList.tsx';
import { followsQuery } from '../../features/social/queries.ts';
import { homeLists as texts } from '../../messages/jaHome.ts';
import { ambassadorsQuery, officialUserQuery } from '../../queries/peopleQueries.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeListView.module.css';
import { type HomeList, homeListQuery } from './homeLists.ts';

/** Authors of popular photos that are suggested besides the official user and the ambassadors. */
const SUGGESTED_AUTHORS = 6;

/** A list of the home page other than the newest (FAN-06). */
export function HomeListView({ list }: { readonly list: Exclude<HomeList, 'newest'> }) {
  return list === 'popular' ? <Popular /> : <Following />;
}

function Popular() {
  return (
    <>
      <div className={styles.head}>
        <p className={styles.note}>{texts.popularNote(POPULAR_AMONG)}</p>
        <SelectButton />
      </div>
      <PhotoList
        source={homeListQuery(useServices(), 'popular')}
        empty={<ListState kind="empty" title={texts.popularEmpty} text={texts.popularEmptyText} />}
      />
    </>
  );
}

/** Whom a fan follows only a login tells: signed out it says so. */
function Following() {
  const services = useServices();
  const session = useSession();
  const requireLogin = useRequireLogin();
  if (session.status === 'anonymous')
    return (
      <EmptyState
        icon={<UsersRound aria-hidden="true" />}
        title={texts.needsLogin}
        action={
          <Button variant="primary" onClick={() => requireLogin(() => undefined, 'followed')}>
            {texts.login}
          </Button>
        }
      >
        {texts.needsLoginText}
      </EmptyState>
    );
  return (
    <>
      <div className={styles.head}>
        <SelectButton />
      </div>
      <PhotoList
        key={session.user.id}
        source={homeListQuery(services, 'following')}
        empty={<Suggestions userId={session.user.id} />}
      />
    </>
  );
}

/** Nothing is there: whom one could follow. */
function Suggestions({ userId }: { readonly userId: string }) {
  const follows = useQuery(followsQuery(useServices(), userId)).data?.follow_list;
  const isAlone = follows?.length === 0;
  return (
    <>
      <EmptyState icon={<UsersRound aria-hidden="true" />} title={isAlone ? texts.nobody : texts.noPhotos}>
        {isAlone ? texts.nobodyText : texts.noPhotosText}
      </EmptyState>
      <section className={styles.people} aria-labelledby="suggested">
        <SectionHead id="suggested" level={2} isPlain title={texts.suggested} />
        <SuggestedPeople userId={userId} />
      </section>
    </>
  );
}

/** The official user, the ambassadors, and those whose photos are liked. */
function SuggestedPeople({ userId }: { readonly userId: string }) {
  const services = useServices();
  const [, navigate] = useLocation();
  const official = useQuery(officialUserQuery(services));
  const ambassadors = useQuery(ambassadorsQuery(services));
  const popular = useInfiniteQuery(homeListQuery(services, 'popular'));
  const isReady = official.data !== undefined && ambassadors.data !== undefined && !popular.isPending;
  const authors = new Set(photosOf(popular.data?.pages ?? []).map((photo) => photo.user_id));
  const people = isReady
    ? [
        ...new Set([
          ...official.data.list.slice(0, 1).map(({ user_id }) => user_id),
          ...ambassadors.data.list.map(({ ambassador_user_id }) => ambassador_user_id),
          ...[...authors].slice(0, SUGGESTED_AUTHORS),
        ]),
      ].filter((one) => one !== userId)
    : undefined;
  return (
    <PeopleList
      people={people?.map((one) => ({ userId: one }))}
      error={official.error ?? ambassadors.error}
      failedText={texts.suggestedFailed}
      emptyText={texts.suggestedNone}
      onRetry={() => void Promise.all([official.refetch(), ambassadors.refetch()])}
      onLeave={navigate}
    />
  );
}
