import { Images, SearchX } from 'lucide-react';
import { emptyList as texts } from '../../messages/jaPages.ts';
import { photoLists } from '../../messages/jaPhotoLists.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useChips } from './useChips.ts';

/** A gallery without photos. One whose conditions find nothing names them, and leads to all photos (SRC-04). */
export function EmptyGallery() {
  const paths = usePaths();
  const chips = useChips(usePageParams());
  const unknown = chips.find(({ name, isUnknown }) => name === 'team' && isUnknown);
  if (chips.length === 0)
    return (
      <EmptyState icon={<Images aria-hidden="true" />} title={photoLists.empty}>
        {photoLists.emptyText}
      </EmptyState>
    );
  return (
    <div role="status">
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={unknown ? texts.noTeam(unknown.label) : texts.narrowed}
        action={
          <LinkButton variant="primary" href={paths.gallery()} replace>
            {texts.allPhotos}
          </LinkButton>
        }
      >
        {(chips.length > 1 || !unknown) && texts.conditionsAre(chips.map(({ label }) => label).join(' × '))}
      </EmptyState>
    </div>
  );
}
