import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Photo, Team } from '../../contract/entities.ts';
import { ranking as texts } from '../../messages/jaRanking.ts';
import { PageParams, usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { eventPersonsQuery, seasonPersonsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { isSameName } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { photoListQuery } from '../photo/queries.ts';
import { PODIUM, placeOf } from './podium.ts';
import { personCountsQuery } from './queries.ts';
import styles from './Ranking.module.css';
import type { PlayerPeriod } from './rankingPeriods.ts';
import { countedIn, type Ranked, rankPersons, scopeOf } from './rankPersons.ts';

interface RankingProps {
  /** null: all time. */
  readonly period: PlayerPeriod | null;
  readonly emptyAction: ReactNode;
}

/** Players by support points or photos of a period (FAN-30), by team and gender where the tenant has them (RNK-01). */
export function Ranking({ period, emptyAction }: RankingProps) {
  const services = useServices();
  const tenant = useTenant();
  const params = usePageParams();
  const allTime = useQuery(personCountsQuery(services));
  const ofEvent = useQuery({
    ...eventPersonsQuery(services, period?.value ?? ''),
    enabled: period?.param === 'e',
  });
  const ofSeason = useQuery({
    ...seasonPersonsQuery(services, period?.value ?? ''),
    enabled: period?.param === 's',
  });
  const teams = useQuery({ ...teamsQuery(services), enabled: tenant.isTeam }).data?.list ?? [];
  const scope = scopeOf(params, teams);
  const persons = allTime.data && (allTime.data.list[0]?.person_list ?? []);
  const ofPeriod = period?.param === 'e' ? ofEvent : ofSeason;
  const counted = period === null ? persons : persons && ofPeriod.data && countedIn(persons, ofPeriod.data.list);
  const ranked = rankPersons(counted ?? [], teams, scope);
  const failed = [allTime, ...(period === null ? [] : [ofPeriod])].find(({ isError }) => isError);
  const label = tenant.config.playerlabel;
  return (
    <>
      <RankingFilters scope={scope} teams={teams} />
      <ReferenceFailures of={['getTeams']} />
      {counted === undefined && failed ? (
        <LoadFailure
          icon={<Trophy aria-hidden="true" />}
          title={texts.failed}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : counted === undefined ? (
        <div className={styles.waiting} aria-hidden="true">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <span key={row} />
          ))}
        </div>
      ) : ranked.length === 0 ? (
        <EmptyState icon={<Trophy aria-hidden="true" />} title={texts.empty} action={emptyAction}>
          {texts.emptyText(label)}
        </EmptyState>
      ) : (
        <div className={styles.ranks}>
          <ol className={styles.list} aria-label={texts.list}>
            {ranked.map((person, at) => (
              <RankedRow
                key={person.name}
                person={person}
                place={placeOf(at, ranked)}
                most={ranked[0]?.count ?? 1}
                period={period}
              />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

interface RankingFiltersProps {
  readonly scope: ReturnType<typeof scopeOf>;
  readonly teams: readonly Team[];
}

/** Gender and team, where the tenant has them; the address is their only place. */
function RankingFilters({ scope, teams }: RankingFiltersProps) {
  const tenant = useTenant();
  const [, setParams] = useSearchParams();
  const set = (name: 'team' | 'gender', value: string) =>
    setParams(
      (known) => {
        const next = new PageParams([...known]);
        if (value === '') next.delete(name);
        else next.set(name, value);
        // A team of the other gender would leave nobody.
        if (name === 'gender') next.delete('team');
        return next;
      },
      { replace: true },
    );
  if (!tenant.isGender && !tenant.isTeam) return null;
  return (
    <div className={styles.filters}>
      {tenant.isGender && (
        <fieldset className={styles.genders}>
          <legend className="visually-hidden">{texts.gender}</legend>
          {(['', 'm', 'f'] as const).map((gender) => (
            <button
              key={gender}
              type="button"
              className={styles.gender}
              aria-pressed={(scope.gender ?? '') === gender}
              onClick={() => set('gender', gender)}
            >
              {texts.genders[gender === '' ? 'all' : gender]}
            </button>
          ))}
        </fieldset>
      )}
      {tenant.isTeam && (
        <div className={styles.team}>
          <SelectField
            label={texts.team}
            isLabelHidden
            value={scope.team ?? ''}
            onChange={({ target }) => set('team', target.value)}
          >
            <option value="">{texts.allTeams}</option>
            {teams
              .filter(({ gender }) => scope.gender === null || gender === scope.gender)
              .map(({ team_id, team_name }) => (
                <option key={team_id} value={team_id}>
                  {team_name}
                </option>
              ))}
          </SelectField>
        </div>
      )}
    </div>
  );
}

interface RankedRowProps {
  readonly person: Ranked;
  /** On the podium. */
  readonly place: number | undefined;
  readonly most: number;
  readonly period: PlayerPeriod | null;
}

function RankedRow({ person, place, most, period }: RankedRowProps) {
  const paths = usePaths();
  const { isPoint, isTeam } = useTenant();
  const services = useServices();
  const teams = useQuery({ ...teamsQuery(services), enabled: isTeam }).data?.list;
  const { name, number, count, rank, team_id } = person;
  const team = teams?.find((one) => one.team_id === team_id)?.team_name;
  return (
    <li className={styles.row} data-rank={rank <= PODIUM ? rank : undefined} data-place={place}>
      <Link className={styles.link} href={paths.player(name)}>
        <span className={styles.rank} aria-hidden="true">
          {rank}
        </span>
        {rank <= PODIUM && <Portrait name={name} period={period} />}
        <span className={styles.text}>
          <span className="visually-hidden">{texts.rank(rank)}</span>
          <span className={styles.name}>
            {number !== null && <span className={styles.number}>{number}</span>}
            {name}
          </span>
          {/* Its line is there before the teams are. */}
          {isTeam && team_id !== null && <span className={styles.facts}>{team ?? '\u00a0'}</span>}
          <progress className={styles.bar} value={count} max={most} aria-hidden="true" />
        </span>
        <span className={styles.points}>{isPoint ? texts.points(count) : texts.photos(count)}</span>
      </Link>
    </li>
  );
}

/**
 * The newest photo of the period that shows the player's face, cut around it; else the newest one. It is decoration beside the name, and
 * its place is kept while it loads.
 */
function Portrait({ name, period }: { readonly name: string; readonly period: PlayerPeriod | null }) {
  const urls = usePictureUrls();
  const e = period?.param === 'e' ? period.value : undefined;
  const s = period?.param === 's' ? period.value : undefined;
  const { data } = useInfiniteQuery(photoListQuery(useServices(), { cp: name, e, s }));
  const photos = data?.pages[0]?.media_list ?? [];
  const faceIn = ({ face_info }: Photo) => face_info.find((face) => isSameName(face.name, name))?.BoundingBox;
  const photo = photos.find(faceIn) ?? photos[0];
  const face = photo && faceIn(photo);
  const middle = face && `${(face.Left + face.Width / 2) * 100}% ${(face.Top + face.Height / 2) * 100}%`;
  return (
    <span className={styles.picture} style={{ '--middle': middle } as CSSProperties} aria-hidden="true">
      {photo && <Picture {...urls.list(photo)} sizes="(max-width:480px) 30vw,240px" alt="" />}
    </span>
  );
}
