import { useNow } from '../../features/event/useNow.ts';
import { Ranking } from '../../features/ranking/Ranking.tsx';
import { playerPeriodOf } from '../../features/ranking/rankingPeriods.ts';
import { ranking } from '../../messages/jaRanking.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { PostButton } from './PostButton.tsx';
import { RankingPeriodField } from './RankingPeriodField.tsx';

/** The ranking of players with the choice of its period (FAN-30). */
export function RankingOfPlayers() {
  const period = playerPeriodOf(usePageParams());
  return (
    <>
      <ReferenceFailures of={['getSeasons', 'getEvents']} />
      <Ranking
        period={period}
        periodField={<RankingPeriodField period={period} beside="all time" now={useNow()} />}
        emptyAction={<PostButton>{ranking.post}</PostButton>}
      />
    </>
  );
}
