import { Compass, Share, SquareCheck, SquarePlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { frame } from '../../messages/ja.ts';
import { install as texts } from '../../messages/jaInstall.ts';
import { countForeign } from '../../outbox/count.ts';
import type { InstallWay } from '../../rules/installWay.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './InstallModal.module.css';
import { neededWay, rememberInstallShown } from './installOffer.ts';

/** How an iPhone or iPad keeps the app on its home screen (TEN-11). What waits to be sent comes first: the app starts empty (T11). */
export function InstallModal({ onClose }: { readonly onClose: () => void }) {
  const tenant = useTenant();
  const way = neededWay() ?? 'share';
  const { waiting, foreign } = useWaiting();
  const [isImpatient, setImpatient] = useState(false);
  const hasWaiting = waiting + foreign > 0;

  useEffect(() => {
    rememberInstallShown(tenant.id);
  }, [tenant]);

  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          {hasWaiting && !isImpatient && <Button onClick={() => setImpatient(true)}>{texts.anyway}</Button>}
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      <div className={styles.install}>
        <div className={styles.app}>
          <img src={`${tenant.index}icons/apple-touch-180.png`} alt="" width={60} height={60} />
          <p>{texts.lead(`${tenant.name} ${frame.product}`)}</p>
        </div>
        {hasWaiting && <WaitingFirst photos={waiting} />}
        {(!hasWaiting || isImpatient) && <Steps way={way} />}
      </div>
    </Modal>
  );
}

function useWaiting() {
  const session = useSession();
  const { jobs } = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  // Also what is public and whose original follows: it is on this device alone.
  const photos = jobs.filter((job) => job.userId === userId && job.state !== 'done').flatMap((job) => job.photos);
  return { waiting: photos.filter(({ step }) => step !== 'registered').length, foreign: countForeign(jobs, userId) };
}

/** `photos`: 0 when only posts of other accounts wait. */
function WaitingFirst({ photos }: { readonly photos: number }) {
  const overlays = useOverlays();
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="quiet" onClick={() => overlays.open({ mode: 'outbox' })}>
          {texts.seeOutbox}
        </Button>
      }
    >
      <strong>{photos > 0 ? texts.waitingTitle(photos) : texts.othersTitle}</strong>
      <br />
      {texts.waitingText}
    </Banner>
  );
}

function Steps({ way }: { readonly way: InstallWay }) {
  return (
    <>
      <ol className={styles.steps}>
        {way === 'openSafari' && <Step icon={<Compass aria-hidden="true" size={24} />} {...texts.openSafari} />}
        <Step icon={<Share aria-hidden="true" size={24} />} {...texts.share} />
        <Step icon={<SquarePlus aria-hidden="true" size={24} />} {...texts.add} />
        <Step icon={<SquareCheck aria-hidden="true" size={24} />} {...texts.confirm} />
      </ol>
      <p className={styles.note}>{texts.loginAgain}</p>
    </>
  );
}

interface StepProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
}

function Step({ icon, title, text }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.icon}>{icon}</span>
      <span>
        <strong>{title}</strong>
        <small>{text}</small>
      </span>
    </li>
  );
}
