import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FanRanking } from '../../contract/entities.ts';
import { FAN_RANKING } from '../../contract/limits.ts';
import { photo } from '../../messages/ja.ts';
import { ranking, fanRanking as texts } from '../../messages/jaRanking.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { useServices, useSession } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { userIdOf } from '../../session/sessionState.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { OwnAvatar } from '../member/OwnAvatar.tsx';
import { PODIUM, placeOf } from './podium.ts';
import { fanRankingQuery } from './queries.ts';
import styles from './Ranking.module.css';
import type { RankingPeriod } from './rankingPeriods.ts';

interface FanRankingListProps {
  readonly period: RankingPeriod;
  readonly emptyAction: ReactNode;
}

/** Fans by the likes their photos received in a period. The fan's own place stays in view (FAN-19). */
export function FanRankingList({ period, emptyAction }: FanRankingListProps) {
  const places = useQuery(fanRankingQuery(useServices(), period));
  const userId = userIdOf(useSession());
  if (places.isPending)
    return (
      <div className={styles.waiting} aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <span key={row} />
        ))}
      </div>
    );
  if (places.data === undefined)
    return (
      <LoadFailure
        icon={<Trophy aria-hidden="true" />}
        title={ranking.failed}
        error={places.error}
        onRetry={() => void places.refetch()}
      />
    );
  const { list, own } = places.data;
  if (list.length === 0 && own === null)
    return (
      <EmptyState icon={<Trophy aria-hidden="true" />} title={ranking.empty} action={emptyAction}>
        {texts.emptyText}
      </EmptyState>
    );
  const ownAt = list.findIndex(({ user_id }) => user_id === userId);
  // A place on the podium does not follow a scroll: the own row stands below as well.
  const isInRows = ownAt !== -1 && placeOf(ownAt, list) === undefined;
  return (
    <>
      {own === null && <p className={styles.note}>{userId === null ? texts.signIn : texts.noPlace}</p>}
      <div className={styles.ranks}>
        <ol className={styles.list} aria-label={texts.list}>
          {list.map((fan, at) => (
            <FanRow
              key={fan.user_id}
              fan={fan}
              place={placeOf(at, list)}
              most={list[0]?.likes ?? 1}
              own={isInRows && at === ownAt ? own : null}
            />
          ))}
          {own !== null && !isInRows && <OwnRow own={own} most={list[0]?.likes ?? own.likes} />}
        </ol>
      </div>
    </>
  );
}

type Own = NonNullable<FanRanking['own']>;
interface FanRowProps {
  readonly fan: FanRanking['list'][number];
  /** On the podium. */
  readonly place: number | undefined;
  readonly most: number;
  /** null: the row is somebody else's. */
  readonly own: Own | null;
}

function FanRow({ fan: { user_id, user_name, user_avatar, likes, rank }, place, most, own }: FanRowProps) {
  const paths = usePaths();
  const urls = usePictureUrls();
  const hasLeft = user_name === '';
  const isOnPodium = rank <= PODIUM;
  return (
    <li
      className={styles.row}
      data-rank={isOnPodium ? rank : undefined}
      data-place={place}
      data-own={own ? '' : undefined}
    >
      <Link className={styles.link} data-fan="" href={paths.member(user_id)}>
        <span className={styles.rank} aria-hidden="true">
          {rank}
        </span>
        <span className={styles.portrait}>
          <Avatar src={urls.of(user_avatar)} name="" hasLeft={hasLeft} size={isOnPodium ? 72 : 40} />
        </span>
        <FanText rank={rank} name={hasLeft ? photo.left : user_name} likes={likes} most={most} own={own} />
        <span className={styles.points}>{texts.likes(likes)}</span>
      </Link>
    </li>
  );
}

/** The fan's own place behind those that are listed. */
function OwnRow({ own, most }: { readonly own: Own; readonly most: number }) {
  const { likes, rank } = own;
  return (
    <li className={styles.row} data-own="" data-behind="">
      <Link className={styles.link} data-fan="" href={usePaths().member(undefined)}>
        <span className={styles.rank} aria-hidden="true">
          {rank ?? '–'}
        </span>
        <span className={styles.portrait}>
          <OwnAvatar size={40} />
        </span>
        <FanText rank={rank} name={null} likes={likes} most={most} own={own} />
        <span className={styles.points}>{texts.likes(likes)}</span>
      </Link>
    </li>
  );
}

interface FanTextProps {
  /** null: behind all that are counted. */
  readonly rank: number | null;
  /** null: the fan's own row, where it is said. */
  readonly name: string | null;
  readonly likes: number;
  readonly most: number;
  readonly own: Own | null;
}

function FanText({ rank, name, likes, most, own }: FanTextProps) {
  return (
    <span className={styles.text}>
      {own === null && rank !== null && <span className="visually-hidden">{ranking.rank(rank)}</span>}
      {name !== null && <span className={styles.name}>{name}</span>}
      {own !== null && (
        <span className={styles.own}>
          {rank === null ? texts.farPlace(FAN_RANKING.counted) : texts.ownPlace(rank)}
          {own.to_next !== null && <span className={styles.facts}>{texts.toNext(own.to_next)}</span>}
        </span>
      )}
      <progress className={styles.bar} value={likes} max={most} aria-hidden="true" />
    </span>
  );
}
