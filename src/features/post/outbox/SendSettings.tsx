import { useId, useState } from 'react';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { Job } from '../../../outbox/job.ts';
import { type SendRules, tellsLine } from '../../../outbox/sendRules.ts';
import { readLine } from '../../../platform/storage/sendRulesStore.ts';
import { useServices } from '../../../services/services.tsx';
import { Phrases } from '../../../ui/phrases/Phrases.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { notifyState } from './notifyChoice.ts';
import styles from './Outbox.module.css';
import { keptBytes, megabytes } from './outboxView.ts';

/** Least sparing first. */
const CHOICES = ['everything', 'posts', 'nothing'] as const satisfies readonly SendRules['onMetered'][];

/** What holds for every post of this device (T29), and what it keeps. Nothing to set and nothing to say: nothing shown. */
export function SendSettings({ rules, open }: { readonly rules: SendRules; readonly open: readonly Job[] }) {
  const { outbox } = useServices();
  const toast = useToast();
  const name = useId();
  // Shown at once; stored a moment later.
  const [chosen, setChosen] = useState<SendRules['onMetered'] | null>(null);
  const line = readLine();
  const hasChoice = tellsLine(line) || rules.onMetered !== 'everything';
  const bytes = keptBytes(open);
  const notify = notifyState();
  const choose = async (onMetered: SendRules['onMetered']) => {
    setChosen(onMetered);
    await outbox.setRules({ onMetered }).catch(() => toast(texts.actionFailed, 'error'));
    setChosen(null);
  };
  if (!hasChoice && bytes === 0) return null;
  return (
    <section className={styles.settings}>
      <h2>{texts.settings}</h2>
      {hasChoice && (
        <fieldset className={styles.choices}>
          <legend>{line.type === undefined && line.saveData ? texts.onMeteredSaver : texts.onMetered}</legend>
          {CHOICES.map((choice) => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name={name}
                checked={(chosen ?? rules.onMetered) === choice}
                aria-describedby={`${name}-${choice}`}
                onChange={() => void choose(choice)}
              />
              <span>
                <Phrases text={texts.onMeteredChoices[choice].label} />
                <span id={`${name}-${choice}`} className={styles.choiceHint} aria-hidden="true">
                  <Phrases text={texts.onMeteredChoices[choice].hint} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {notify === 'on' && <p className={styles.note}>{texts.notifyOn}</p>}
      {notify === 'denied' && <p className={styles.note}>{texts.notifyDenied}</p>}
      {bytes > 0 && <p className={styles.note}>{texts.storage(megabytes(bytes))}</p>}
    </section>
  );
}
