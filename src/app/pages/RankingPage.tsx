import { Info, Trophy } from 'lucide-react';
import { Ranking } from '../../features/ranking/Ranking.tsx';
import { pageTexts } from '../../messages/jaPages.ts';
import { ranking as texts } from '../../messages/jaRanking.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './ListPages.module.css';
import { PostButton } from './PostButton.tsx';

/** RTE-07: only where there are points or teams (TEN-04). */
export function RankingPage() {
  const { isPoint, isTeam, config } = useTenant();
  const paths = usePaths();
  const { open } = useOverlays();
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
  return (
    <div className={styles.column}>
      <SectionHead level={1} title={texts.title} />
      <div className={styles.leadRow}>
        <p>{texts.lead(config.playerlabel)}</p>
        <Button
          variant="quiet"
          icon={<Info aria-hidden="true" size={18} />}
          onClick={() => open({ mode: 'about-ranking' })}
        >
          {texts.about}
        </Button>
      </div>
      <Ranking emptyAction={<PostButton>{texts.post}</PostButton>} />
    </div>
  );
}
