import { CircleAlert, CloudCheck, CloudOff, CloudUpload, Pause, Play, Send, Wifi } from 'lucide-react';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import type { OutboxClient } from '../../../outbox/client.ts';
import type { Job } from '../../../outbox/job.ts';
import type { SendRules } from '../../../outbox/sendRules.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './OutboxSummary.module.css';
import type { Summary } from './outboxView.ts';

const icons = {
  sending: CloudUpload,
  waiting: CloudUpload,
  offline: CloudOff,
  paused: Pause,
  metered: Wifi,
  attention: CircleAlert,
  done: CloudCheck,
  sendingOriginals: CloudUpload,
  originals: CloudCheck,
  originalsMetered: Wifi,
} as const;

interface OutboxSummaryProps {
  readonly summary: Summary;
  readonly outbox: OutboxClient;
  readonly open: readonly Job[];
  readonly rules: SendRules;
}

/** How things stand in one line, with the one control for all posts. */
export function OutboxSummary({ summary, outbox, open, rules }: OutboxSummaryProps) {
  const { kind, title, text, share, left } = summary;
  const Icon = icons[kind];
  const isSending = kind === 'sending' || kind === 'sendingOriginals';
  const going = open.filter(({ state }) => state === 'waiting').length;
  return (
    <section className={styles.summary} data-kind={kind} aria-label={texts.title}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" size={26} />
      </span>
      <div className={styles.words} role="status">
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      {going > 0 && (isSending || share > 0) && (
        <div className={styles.progress}>
          <ProgressBar share={share} label={title} />
          {left !== null && <p className={styles.left}>{left}</p>}
        </div>
      )}
      {(going > 0 || rules.isPaused) && open.length > 0 && (
        <div className={styles.actions}>
          {rules.isPaused ? (
            <Button
              variant="primary"
              icon={<Play aria-hidden="true" size={18} />}
              onClick={() => outbox.setRules({ isPaused: false })}
            >
              {texts.resumeAll}
            </Button>
          ) : (
            <Button icon={<Pause aria-hidden="true" size={18} />} onClick={() => outbox.setRules({ isPaused: true })}>
              {texts.pauseAll}
            </Button>
          )}
          {going > 1 && !isSending && !rules.isPaused && (
            <Button variant="primary" icon={<Send aria-hidden="true" size={18} />} onClick={() => outbox.sendNow()}>
              {texts.sendAll}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
