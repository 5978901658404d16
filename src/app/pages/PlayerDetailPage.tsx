import { UserRoundSearch } from 'lucide-react';
import { useSearch } from 'wouter';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { conditionsOf, filterOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { personsWith } from '../../features/search/narrowForm.ts';
import { player as texts } from '../../messages/jaRanking.ts';
import { search as searchTexts } from '../../messages/jaSearch.ts';
import { usePaths } from '../../navigation/paths.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useTenant } from '../../services/services.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerMatches } from './PlayerMatches.tsx';
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
        <PlayerMatches name={name} />
        <NarrowBar unlisted={['e']} />
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
