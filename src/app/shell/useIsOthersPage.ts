import { useLocationProperty } from 'wouter/use-browser-location';
import type { PageName } from '../../contract/pages.ts';
import { PageParams } from '../../navigation/pageParams.ts';
import { useSession } from '../../services/services.tsx';

const ownerInAddress = () => new PageParams(location.search).get('u');
const noOwner = () => null;

/** Is this another fan's personal page? By the one parameter alone: a photo that opens (`q`) does not draw the frame again. */
export function useIsOthersPage(page: PageName | null): boolean {
  const session = useSession();
  const owner = useLocationProperty(ownerInAddress, noOwner);
  return page === 'my-photo' && !!owner && (session.status === 'anonymous' || session.user.id !== owner);
}
