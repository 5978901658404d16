import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { personCountsQuery } from '../../features/ranking/queries.ts';
import { rankPersons } from '../../features/ranking/rankPersons.ts';
import { conditionsOf, filterOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { personsWith } from '../../features/search/narrowForm.ts';
import { player as texts } from '../../messages/jaRanking.ts';
import { search as searchTexts } from '../../messages/jaSearch.ts';
import { usePaths } from '../../navigation/paths.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { isSameName } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './ListPages.module.css';
import { PostButton } from './PostButton.tsx';

/** RTE-05: the photos of one person, under the name the address gives. */
export function PlayerDetailPage() {
  const params = new URLSearchParams(useSearch());
  const name = (params.get('p') ?? '').trim();
  const { config } = useTenant();
  const paths = usePaths();
  if (name === '')
    return (
      <EmptyState
        icon={<UserRoundSearch aria-hidden="true" />}
        title={texts.none(config.playerlabel)}
        action={<LinkButton href={paths.gallery()}>{searchTexts.seeAll}</LinkButton>}
      >
        {texts.noneText}
      </EmptyState>
    );
  const conditions = conditionsOf(params);
  const list = filterOf({ ...conditions, cp: personsWith(name, conditions.cp).join(',') });
  const isNarrowed = Object.keys(conditions).length > 0;
  return (
    <>
      <PlayerHead key={name} name={name} />
      <ReferenceFailures of={['getPersons', 'getPersonCounts']} />
      <section aria-labelledby="player-photos">
        <SectionHead id="player-photos" title={texts.photos} />
        <NarrowBar />
        <PhotoList
          filter={list}
          empty={
            <LazyListState
              kind="empty"
              title={isNarrowed ? searchTexts.empty : texts.empty(name)}
              text={isNarrowed ? searchTexts.emptyText : texts.emptyText}
              action={
                isNarrowed ? (
                  <LinkButton href={paths.player(name)} replace>
                    {searchTexts.clearAll}
                  </LinkButton>
                ) : (
                  <PostButton>{texts.post}</PostButton>
                )
              }
            />
          }
        />
      </section>
    </>
  );
}

function PlayerHead({ name }: { readonly name: string }) {
  const services = useServices();
  const tenant = useTenant();
  const persons = useQuery(personsQuery(services)).data?.list;
  const person = persons?.find((one) => isSameName(one.name, name));
  const counts = useQuery(personCountsQuery(services)).data?.list[0]?.person_list ?? [];
  const teams = useQuery({ ...teamsQuery(services), enabled: tenant.isTeam }).data?.list;
  const rank = tenant.isPoint
    ? rankPersons(counts, [], { team: null, gender: null }).find((one) => isSameName(one.name, name))?.rank
    : undefined;
  const team = teams?.find(({ team_id }) => team_id === person?.team_id)?.team_name;
  const paths = usePaths();
  const [hasIcon, setHasIcon] = useState(true);
  return (
    <div className={styles.head}>
      <img
        src={hasIcon ? tenant.config.playerIcon : '/avatar.svg'}
        alt=""
        width={72}
        height={72}
        className={styles.icon}
        onError={() => setHasIcon(false)}
      />
      <div className={styles.headText}>
        <p className={styles.kind}>{[tenant.config.playerlabel, team].filter(Boolean).join(' ・ ')}</p>
        <h1 className={styles.name}>
          {person?.number && <span className={styles.number}>{person.number}</span>}
          {person?.name ?? name}
        </h1>
        {/* Unknown is not none, but keeps its place. */}
        <p className={styles.facts}>{persons ? texts.count(person?.count ?? 0) : '\u00a0'}</p>
      </div>
      {rank !== undefined && (
        <div className={styles.headAction}>
          <LinkButton href={paths.ranking}>{texts.rank(rank)}</LinkButton>
        </div>
      )}
    </div>
  );
}
