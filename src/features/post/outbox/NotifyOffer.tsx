import { Bell } from 'lucide-react';
import { useState } from 'react';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { Button } from '../../../ui/Button.tsx';
import { askToNotify, declineToNotify, type NotifyState, notifyState } from './notifyChoice.ts';
import styles from './Outbox.module.css';

/** Offers a notification to somebody who has posts waiting; the browser's own question comes only after a yes. */
export function NotifyOffer() {
  const [state, setState] = useState<NotifyState>(notifyState);
  if (state !== 'ask') return null;
  return (
    <section className={styles.offer}>
      <Bell aria-hidden="true" size={20} />
      <div>
        <p className={styles.offerTitle}>{texts.notifyAsk}</p>
        <p className={styles.note}>{texts.notifyText}</p>
      </div>
      <div className={styles.offerActions}>
        <Button
          variant="quiet"
          onClick={() => {
            declineToNotify();
            setState('declined');
          }}
        >
          {texts.notifyNo}
        </Button>
        <Button onClick={() => askToNotify().then(setState, () => setState('off'))}>{texts.notifyYes}</Button>
      </div>
    </section>
  );
}
