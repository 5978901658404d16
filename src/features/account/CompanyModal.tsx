import { company } from '../../messages/jaAccount.ts';
import { measurements } from '../../messages/jaMeasurements.ts';
import { Modal } from '../../ui/Modal.tsx';
import styles from './account.module.css';
import { MeasurementSwitch } from './MeasurementSwitch.tsx';

/** About company (MOD-01), and what a visitor, who has no settings, may turn off. */
export function CompanyModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={company.title} onClose={onClose}>
      <dl className={styles.rows}>
        {company.rows.map(([term, text]) => (
          <div key={term} className={styles.row}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <section className={styles.apart}>
        <h3>{measurements.title}</h3>
        <MeasurementSwitch />
      </section>
    </Modal>
  );
}
