import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { findTenant } from '../../../../tenants/index.ts';
import { thumbnailKey } from '../../../contract/config.ts';
import { ageText } from '../../../messages/jaAge.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { usePaths } from '../../../navigation/paths.ts';
import type { Job } from '../../../outbox/job.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { Phrases } from '../../../ui/phrases/Phrases.ts';
import styles from './SentJobs.module.css';

/** What arrived within the last day: the fan sees that it is done. */
export function SentJobs({ jobs, now }: { readonly jobs: readonly Job[]; readonly now: number }) {
  return (
    <section className={styles.sent}>
      <h2>{texts.sentTitle}</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <SentJob job={job} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SentJob({ job, now }: { readonly job: Job; readonly now: number }) {
  const { config } = useServices();
  const tenant = useTenant();
  const paths = usePaths();
  const overlays = useOverlays();
  const first = job.photos[0];
  const row = (
    <>
      <span className={styles.picture} style={{ backgroundColor: first?.prepared?.color }}>
        {first && (
          <img
            src={`${config.objects.publicBase}/${thumbnailKey(first.mediaUrl)}`}
            alt=""
            crossOrigin="anonymous"
            loading="lazy"
            decoding="async"
          />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          <Phrases text={job.event.name} />
        </span>
        <span className={styles.meta}>
          <Check aria-hidden="true" size={14} />
          {job.tenant !== tenant.id && <span>{findTenant(job.tenant)?.name}</span>}
          <span>{texts.photos(job.photos.length)}</span>
          <span>{texts.sentAt(ageText(job.finishedAt ?? job.createdAt, now))}</span>
        </span>
      </span>
    </>
  );
  if (job.tenant !== tenant.id) return <div className={styles.row}>{row}</div>;
  return (
    <Link
      href={paths.event(job.event.id)}
      className={styles.row}
      aria-label={texts.seeEvent(job.event.name)}
      onClick={() => overlays.closeAll()}
      replace={true}
    >
      {row}
      <ChevronRight aria-hidden="true" size={18} />
    </Link>
  );
}
