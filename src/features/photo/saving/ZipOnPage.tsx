import { useEffect, useState } from 'react';
import { UNFINISHED_ZIP } from '../../../platform/storage/unfinishedZip.ts';
import { OptionalBoundary } from '../../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../../ui/lazyNamed.ts';
import { onZipAsked } from './zipAsked.ts';

const ZipCard = lazyNamed(() => import('./ZipCard.tsx'), 'ZipCard');

/** The card of a ZIP that is saved, or that broke off on this device; loaded when there is one. */
export function ZipOnPage() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (typeof caches !== 'undefined')
      caches.has(UNFINISHED_ZIP).then(
        (isThere) => isThere && setWanted(true),
        () => undefined, // private windows keep nothing
      );
    return onZipAsked(() => setWanted(true));
  }, []);
  return isWanted ? (
    <OptionalBoundary>
      <ZipCard />
    </OptionalBoundary>
  ) : null;
}
