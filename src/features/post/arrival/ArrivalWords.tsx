import { findTenant } from '../../../../tenants/index.ts';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { type Arrival, pointPlayersOf } from './arrivals.ts';
import { useMilestone } from './useMilestone.ts';

/** Players named in the line of points; the others are counted. */
const NAMED_PLAYERS = 3;

interface ArrivalWordsProps {
  readonly arrival: Arrival;
  readonly className: string | undefined;
}

/** What is worth a quiet word: whom the points went to, a first or a round number. Nothing where there is none. */
export function ArrivalWords({ arrival, className }: ArrivalWordsProps) {
  const milestone = useMilestone(arrival);
  const players = findTenant(arrival.tenant)?.isPoint ? pointPlayersOf(arrival) : [];
  return (
    <>
      {players.length > 0 && (
        <span className={className}>
          {texts.points(players.slice(0, NAMED_PLAYERS), Math.max(0, players.length - NAMED_PLAYERS))}
        </span>
      )}
      {milestone !== null && <span className={className}>{milestone}</span>}
    </>
  );
}
