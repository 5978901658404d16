import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { typedWordAtom } from '../../features/search/useTypedWord.ts';
import { WordSearch } from '../../features/search/WordSearch.tsx';
import { search as texts } from '../../messages/jaSearch.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useIsMobile } from '../../ui/useMediaQuery.ts';

/** The word search over any page (SRC-01). On a desktop it drops down under the header's field instead (HeaderSearch.tsx). */
export function SearchModal({ onClose }: { readonly onClose: () => void }) {
  const overlays = useOverlays();
  const [, navigate] = useLocation();
  const isMobile = useIsMobile();
  useForgottenWord(isMobile);
  if (!isMobile) return null;
  const handleLeave = (href: string) => {
    // In place of the panel's own history entry: back leads to where the visitor was.
    navigate(href, { replace: true });
    overlays.closeAll();
  };
  return (
    <Modal title={texts.title} kind="overlay" onClose={onClose}>
      <WordSearch onLeave={handleLeave} />
    </Modal>
  );
}

/** A closed panel forgets its word; the field of the header keeps showing it. */
function useForgottenWord(isPanel: boolean): void {
  const type = useSetAtom(typedWordAtom);
  const forget = useEffectEvent(() => {
    if (isPanel) type('');
  });
  useEffect(() => () => forget(), []);
}
