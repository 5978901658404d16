import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { Job } from '../../../outbox/job.ts';
import { type SendRules, tellsLine } from '../../../outbox/sendRules.ts';
import { readLine } from '../../../platform/storage/sendRulesStore.ts';
import { useServices } from '../../../services/services.tsx';
import { SwitchField } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { notifyState } from './notifyChoice.ts';
import styles from './Outbox.module.css';
import { keptBytes, megabytes } from './outboxView.ts';

/** What holds for every post of this device (T29), and what it keeps. Nothing to set and nothing to say: nothing shown. */
export function SendSettings({ rules, open }: { readonly rules: SendRules; readonly open: readonly Job[] }) {
  const { outbox } = useServices();
  const toast = useToast();
  const line = readLine();
  const hasSwitch = tellsLine(line) || rules.onMetered !== 'everything';
  const bytes = keptBytes(open);
  const notify = notifyState();
  if (!hasSwitch && bytes === 0) return null;
  return (
    <section className={styles.settings}>
      <h3>{texts.settings}</h3>
      {hasSwitch && (
        <SwitchField
          label={texts.wifiOnly}
          hint={line.type === undefined && line.saveData ? texts.wifiOnlySaver : texts.wifiOnlyHint}
          isOn={rules.onMetered === 'nothing'}
          onChange={(isOn) =>
            void outbox
              .setRules({ onMetered: isOn ? 'nothing' : 'everything' })
              .catch(() => toast(texts.actionFailed, 'error'))
          }
        />
      )}
      {notify === 'on' && <p className={styles.note}>{texts.notifyOn}</p>}
      {notify === 'denied' && <p className={styles.note}>{texts.notifyDenied}</p>}
      {bytes > 0 && <p className={styles.note}>{texts.storage(megabytes(bytes))}</p>}
    </section>
  );
}
