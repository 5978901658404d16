import { Info, Trophy } from 'lucide-react';
import { Link } from 'wouter';
import { useNow } from '../../features/event/useNow.ts';
import { FanRankingList } from '../../features/ranking/FanRankingList.tsx';
import { Ranking } from '../../features/ranking/Ranking.tsx';
import { fanPeriodOf, playerPeriodOf } from '../../features/ranking/rankingPeriods.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { fanRanking as fans, ranking as texts } from '../../messages/jaRanking.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import chips from './Chips.module.css';
import styles from './ListPages.module.css';
import { PostButton } from './PostButton.tsx';
import { RankingPeriodField } from './RankingPeriodField.tsx';

/** Players are ranked, or fans; the address is the only place of that choice. */
const TAB_PARAM = 'tab';
const FANS = 'fans';

/** RTE-07: only where there are points or teams (TEN-04). Each ranking has periods of its own (FAN-19, FAN-30). */
export function RankingPage() {
  const { isPoint, isTeam, config } = useTenant();
  const paths = usePaths();
  const { open } = useOverlays();
  const params = usePageParams();
  const now = useNow();
  const isOfFans = params.get(TAB_PARAM) === FANS;
  if (!isPoint && !isTeam)
    return (
      <>
        <SectionHead level={1} title={texts.title} />
        <EmptyState
          icon={<Trophy aria-hidden="true" />}
          title={texts.notHere}
          action={<LinkButton href={paths.home}>{pageTexts.goHome}</LinkButton>}
        />
      </>
    );
  const ofFans = fanPeriodOf(params, now);
  const ofPlayers = playerPeriodOf(params);
  const post = <PostButton>{texts.post}</PostButton>;
  return (
    <div className={styles.column}>
      <SectionHead level={1} title={texts.title} />
      <div className={styles.leadRow}>
        <p>{isOfFans ? fans.lead : texts.lead(config.playerlabel)}</p>
        <Button
          variant="quiet"
          icon={<Info aria-hidden="true" size={18} />}
          onClick={() => open({ mode: 'about-ranking' })}
        >
          {texts.about}
        </Button>
      </div>
      <div className={styles.kinds}>
        <nav aria-label={fans.kinds} className={chips.lines}>
          {([null, FANS] as const).map((tab) => (
            <Link
              key={tab}
              replace
              className={chips.chip}
              href={tab === null ? paths.ranking : `${paths.ranking}?${TAB_PARAM}=${tab}`}
              aria-current={isOfFans === (tab === FANS) ? 'page' : undefined}
            >
              {tab === null ? config.playerlabel : fans.fans}
            </Link>
          ))}
        </nav>
        <div className={styles.period}>
          <RankingPeriodField
            period={isOfFans ? ofFans : ofPlayers}
            beside={isOfFans ? 'months' : 'all time'}
            now={now}
          />
        </div>
      </div>
      <ReferenceFailures of={['getSeasons', 'getEvents']} />
      {isOfFans ? (
        <FanRankingList key={`${ofFans.param}:${ofFans.value}`} period={ofFans} emptyAction={post} />
      ) : (
        <Ranking period={ofPlayers} emptyAction={post} />
      )}
    </div>
  );
}
