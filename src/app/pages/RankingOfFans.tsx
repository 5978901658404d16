import { useNow } from '../../features/event/useNow.ts';
import { FanRankingList } from '../../features/ranking/FanRankingList.tsx';
import { fanPeriodOf } from '../../features/ranking/rankingPeriods.ts';
import { ranking } from '../../messages/jaRanking.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import styles from './ListPages.module.css';
import { PostButton } from './PostButton.tsx';
import { RankingPeriodField } from './RankingPeriodField.tsx';

/** The ranking of fans with the choice of its period (FAN-19). */
export function RankingOfFans() {
  const now = useNow();
  const period = fanPeriodOf(usePageParams(), now);
  return (
    <>
      <div className={styles.period}>
        <RankingPeriodField period={period} beside="months" now={now} />
      </div>
      <ReferenceFailures of={['getSeasons', 'getEvents']} />
      <FanRankingList
        key={`${period.param}:${period.value}`}
        period={period}
        emptyAction={<PostButton>{ranking.post}</PostButton>}
      />
    </>
  );
}
