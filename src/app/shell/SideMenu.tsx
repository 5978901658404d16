import { ExternalLink } from 'lucide-react';
import { shell as texts } from '../../messages/jaShell.ts';
import { useTenant } from '../../services/services.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import { MenuList } from './MenuList.tsx';
import { MenuShortcuts } from './MenuShortcuts.tsx';
import styles from './SideMenu.module.css';

/**
 * The side menu as a drawer; its background and its control close it (MNU-02). On phones the tenant's logo leads to its official site
 * from here (HDR-01): in their header it leads home.
 */
export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  const { name, logo, url } = useTenant();
  const isMobile = useIsMobile();
  return (
    <Modal kind="drawer" title={texts.menu} onClose={onClose}>
      <nav aria-label={texts.menu}>
        {isMobile && (
          <a className={styles.site} href={url} target="_blank" rel="noopener noreferrer">
            <img src={logo} alt="" width={44} height={44} />
            <span>
              <span className={styles.name}>{name}</span>
              <span className={styles.label}>{texts.official}</span>
              <span className="visually-hidden">{texts.newTab}</span>
            </span>
            <ExternalLink size={18} aria-hidden="true" />
          </a>
        )}
        {isMobile && <MenuShortcuts onChoose={onClose} />}
        <MenuList onChoose={onClose} />
      </nav>
    </Modal>
  );
}
