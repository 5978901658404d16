import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { conditionsOf, filterOf, sortOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { personsWith } from '../../features/search/narrowForm.ts';
import { player as texts } from '../../messages/jaRanking.ts';
import { search as searchTexts } from '../../messages/jaSearch.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { personsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { isSameName } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerMatches } from './PlayerMatches.tsx';
import { PostButton } from './PostButton.tsx';

/** RTE-05: the photos of one of the tenant's persons. */
export function PlayerDetailPage() {
  const params = usePageParams();
  const name = (params.get('p') ?? '').trim();
  const paths = usePaths();
  const { data } = useQuery(personsQuery(useServices()));
  // An address may name anybody: only the tenant's persons have a page.
  const isUnknown = data !== undefined && !data.list.some((person) => isSameName(person.name, name));
  if (name === '' || isUnknown) return <NoPlayer name={name} />;
  const conditions = conditionsOf(params);
  const list = {
    ...filterOf({ ...conditions, cp: personsWith(name, conditions.cp).join(',') }),
    sort: sortOf(params),
  };
  const isNarrowed = Object.keys(conditions).length > 0;
  return (
    <>
      <PlayerHead key={name} name={name} />
      <ReferenceFailures of={['getPersons', 'getPersonCounts']} />
      <section aria-labelledby="player-photos">
        <SectionHead id="player-photos" title={texts.photos} />
        <PlayerMatches name={name} />
        <NarrowBar unlisted={['e']} hasSorts />
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

/** `name`: whom the address names and the tenant does not have; '' means nobody. A former player's photos are found by the search. */
function NoPlayer({ name }: { readonly name: string }) {
  const { playerlabel } = useTenant().config;
  const paths = usePaths();
  return (
    <EmptyState
      isPage
      icon={<UserRoundSearch aria-hidden="true" />}
      title={name === '' ? texts.none(playerlabel) : texts.unknown(playerlabel, name)}
      action={
        <>
          {name !== '' && <LinkButton href={paths.search({ cp: name })}>{texts.search}</LinkButton>}
          <LinkButton href={paths.gallery()}>{searchTexts.seeAll}</LinkButton>
        </>
      }
    >
      {name === '' ? texts.noneText : texts.unknownText(playerlabel)}
    </EmptyState>
  );
}
