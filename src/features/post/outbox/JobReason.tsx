import { errorText } from '../../../messages/jaErrors.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { suspension as suspensionTexts } from '../../../messages/jaSuspension.ts';
import type { Job } from '../../../outbox/job.ts';
import type { SendBlockedReason } from '../../../outbox/sendRules.ts';
import { isPublic } from '../../../outbox/stages.ts';
import { useTenant } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { useSuspension } from '../SuspensionBanner.tsx';
import styles from './OutboxJob.module.css';
import { adviceFor, isOld, nextTryMinutes, type ShownState } from './outboxView.ts';
import { photoProblem } from './photoProblem.ts';
import { useIsPersisted } from './useIsPersisted.ts';

interface JobReasonProps {
  readonly job: Job;
  readonly state: ShownState;
  readonly now: number;
  readonly holdOriginals: SendBlockedReason | null;
}

type FollowingState = Extract<ShownState, 'sendingOriginals' | 'originals' | 'originalsHeld'>;

/** Why a post does not go on, and what to do about it (QUE-03). */
export function JobReason({ job, state, now, holdOriginals }: JobReasonProps) {
  const isPersisted = useIsPersisted();
  if (state === 'refused') return <Refusal job={job} />;
  if (state === 'login') return <Banner tone="warn">{texts.loginText}</Banner>;
  if (state === 'sendingOriginals' || state === 'originals' || state === 'originalsHeld')
    return <Following job={job} state={state} now={now} holdOriginals={holdOriginals} />;
  if (state !== 'sending' && isOld(job, now))
    return <Banner tone="warn">{isPersisted ? texts.old : texts.oldUnsafe}</Banner>;
  if (state === 'waiting' && job.error !== null)
    return (
      <p className={styles.reason}>
        {texts.failed(errorText(job.error))}
        {texts.nextTry(nextTryMinutes(job, now))}
      </p>
    );
  if (state === 'waiting' && job.photos.some(({ step }) => step === 'picked'))
    return <p className={styles.reason}>{texts.preparing}</p>;
  return null;
}

/** Public already, and how its full quality stands (PUB-03). */
function Following({ job, state, now, holdOriginals }: JobReasonProps & { readonly state: FollowingState }) {
  const { originals } = job;
  if (state !== 'sendingOriginals' && isOld(job, now)) return <Banner tone="warn">{texts.oldOriginals}</Banner>;
  if (state === 'originals' && originals)
    return (
      <p className={styles.reason}>
        {texts.originalsFailed(errorText(originals.error))}
        {texts.nextTry(nextTryMinutes(originals, now))}
      </p>
    );
  return (
    <p className={styles.reason}>{texts.follows[state === 'originalsHeld' ? (holdOriginals ?? 'paused') : state]}</p>
  );
}

/** The operator's reason and the last day, once they are known. */
function WhySuspended() {
  const suspension = useSuspension();
  if (suspension === null) return null;
  return (
    <>
      <p>{suspensionTexts.reason(suspension.reason)}</p>
      <p>{suspensionTexts.end(suspension.until)}</p>
    </>
  );
}

function Refusal({ job }: { readonly job: Job }) {
  const { config } = useTenant();
  const broken = job.photos.flatMap((photo, index) => {
    const problem = photo.step === 'refused' ? photoProblem(photo, config) : null;
    return problem === null ? [] : [{ number: index + 1, problem }];
  });
  const originals = job.photos.flatMap((photo, index) =>
    photo.step === 'public' && photo.error !== null ? [{ number: index + 1, error: photo.error }] : [],
  );
  const sent = job.photos.filter(isPublic).length;
  return (
    <Banner tone="error">
      {broken.length + originals.length === 0 && job.error !== null && <p>{errorText(job.error)}</p>}
      {job.error === 'SUSPENDED' && <WhySuspended />}
      {broken.length > 0 && sent > 0 && <p>{texts.partly(broken.length, sent)}</p>}
      {broken.length > 0 && (
        <ul className={styles.problems}>
          {broken.map(({ number, problem }) => (
            <li key={number}>{texts.photoProblem(number, problem)}</li>
          ))}
        </ul>
      )}
      {(broken.length > 0 || originals.length === 0) && <p>{adviceFor(job.error)}</p>}
      {originals.length > 0 && (
        <>
          <p>{texts.originalsRefused}</p>
          <ul className={styles.problems}>
            {originals.map(({ number, error }) => (
              <li key={number}>{texts.originalProblem(number, errorText(error))}</li>
            ))}
          </ul>
          <p>{texts.originalsAdvice}</p>
        </>
      )}
    </Banner>
  );
}
