import { ui } from '../../messages/ja.ts';
import { fanRanking, ranking as texts } from '../../messages/jaRanking.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Ranking.module.css';

/** How ranks come about (MOD-01 'about ranking'). */
export function AboutRankingModal({ onClose }: { readonly onClose: () => void }) {
  const { isPoint, config } = useTenant();
  const label = config.playerlabel;
  return (
    <Modal
      title={texts.about}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {ui.close}
        </Button>
      }
    >
      <div className={styles.about}>
        <p>{isPoint ? texts.aboutPoints(label) : texts.aboutPhotos(label)}</p>
        <p>{isPoint ? texts.aboutDeleted : texts.aboutDeletedPhotos}</p>
        <p>{fanRanking.about}</p>
        <p>{texts.aboutTies}</p>
      </div>
    </Modal>
  );
}
