import { shell as texts } from '../../messages/jaShell.ts';
import { Modal } from '../../ui/Modal.tsx';
import { MenuList } from './MenuList.tsx';

/** The side menu as a drawer; its background and its control close it (MNU-02). */
export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal kind="drawer" title={texts.menu} onClose={onClose}>
      <nav aria-label={texts.menu}>
        <MenuList onChoose={onClose} />
      </nav>
    </Modal>
  );
}
