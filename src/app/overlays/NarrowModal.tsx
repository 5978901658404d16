import { useLocation, useSearch } from 'wouter';
import { CONDITION_FIXED } from '../../features/search/NarrowBar.tsx';
import { NarrowPanel } from '../../features/search/NarrowPanel.tsx';
import { narrow as texts } from '../../messages/jaSearch.ts';
import { PageParams } from '../../navigation/pageParams.ts';
import { pageOf } from '../../navigation/paths.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/** The narrowing panel over a list of photos (SRC-03): the address is its only state. */
export function NarrowModal({ onClose }: { readonly onClose: () => void }) {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const overlays = useOverlays();
  const handleApply = (next: PageParams) => {
    if (next.toString() === new PageParams(search).toString()) return onClose();
    // In place of the panel's own history entry: back leads to the list as it was.
    const text = next.toString();
    navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true });
    overlays.closeAll();
    dispatchEvent(new CustomEvent(CONDITION_FIXED, { detail: Object.fromEntries(next) }));
  };
  return (
    <Modal title={texts.title} onClose={onClose}>
      <NarrowPanel page={pageOf(pathname)} params={new PageParams(search)} onApply={handleApply} />
    </Modal>
  );
}
