import type { CreditSetting } from '../../contract/entities.ts';
import { recordForm as texts } from '../../messages/jaStaffContent.ts';
import { creditLine } from '../../rules/credit.ts';
import { useTenant } from '../../services/services.tsx';
import styles from '../Staff.module.css';
import type { RecordTexts } from './recordFields.ts';

/** The line below photos as the form's texts would make it (STF-13b). */
export function CreditPreview({ form }: { readonly form: RecordTexts }) {
  const tenant = useTenant();
  const setting: CreditSetting = {
    type: (form.type as CreditSetting['type'] | undefined) ?? 'A',
    official_label: form.official_label ?? '',
    ambassador: form.ambassador === 'true' ? 'ON' : 'OFF',
    extra_text: form.extra_text ?? '',
  };
  const photo = { posterName: texts.previewName, companyLabel: tenant.creditLabel };
  return (
    <div className={styles.quote} role="status">
      <p className={styles.quiet}>{texts.preview}</p>
      <p>{texts.previewFan(creditLine(setting, { ...photo, isAmbassador: false }))}</p>
      <p>{texts.previewAmbassador(creditLine(setting, { ...photo, isAmbassador: true }))}</p>
    </div>
  );
}
