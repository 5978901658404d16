import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { News } from '../../contract/staffNewsEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { newsReach, newsRefusals, newsSend as texts } from '../../messages/jaStaffNews.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';

interface SendNewsProps {
  readonly news: News;
  /** Hears how the news item stands, if somebody else was first. */
  readonly onChanged: (news: News | null) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** The preview. */
  readonly children: ReactNode;
}

/** The time of a picker as the wire has it; browsers leave out the seconds. */
const wireTime = (picked: string): string => `${picked.replace('T', ' ').slice(0, 16)}:00`;
const pickerTime = (wire: string | null): string => wire?.replace(' ', 'T').slice(0, 16) ?? '';

/** The last step before news is sent: whom it reaches, how it looks, and when it goes out (STF-18b). */
export function SendNews({ news, onChanged, onBack, onClose, children }: SendNewsProps) {
  const toast = useToast();
  const formId = useId();
  const isScheduled = news.state === 'scheduled';
  const [isLater, setLater] = useState(isScheduled);
  const [time, setTime] = useState(() => pickerTime(news.publish_at));
  const [isTimeMissing, setTimeMissing] = useState(false);
  const timing = useStaffWrite('putStaffNewsTime', ({ publish_at, is_draft }, answer) => {
    if (answer.result === 'changed') onChanged(answer.news);
    if (answer.result !== 'ok') return;
    toast(is_draft ? texts.unscheduled : publish_at === null ? texts.sent : texts.scheduled);
    onClose();
  });
  const setPublishAt = (publish_at: string | null, is_draft = false) =>
    timing.mutate({ news_id: news.news_id, revision: news.revision, publish_at, is_draft });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setTimeMissing(isLater && time === '');
    if (!isLater) setPublishAt(null);
    else if (time !== '') setPublishAt(wireTime(time));
  };
  const result = timing.data?.result;
  return (
    <Modal
      kind="overlay"
      title={texts.title}
      onClose={onBack}
      isClosedByBackground={false}
      actions={
        <>
          <Button onClick={onBack}>{texts.back}</Button>
          {isScheduled && (
            <Button isBusy={timing.isPending} onClick={() => setPublishAt(null, true)}>
              {texts.unschedule}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} isBusy={timing.isPending}>
            {isLater ? texts.schedule : texts.send}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        {timing.error !== null && <Banner tone="error">{errorText(errorCodeOf(timing.error))}</Banner>}
        {result !== undefined && result !== 'ok' && <Banner tone="error">{newsRefusals[result]}</Banner>}
        <p>
          <strong>{texts.reach(newsReach(news.audience, news.about_name))}</strong>
        </p>
        <BusyFields isBusy={timing.isPending}>
          <fieldset className={styles.switch}>
            <legend className="visually-hidden">{texts.when}</legend>
            <button type="button" aria-pressed={!isLater} onClick={() => setLater(false)}>
              {texts.now}
            </button>
            <button type="button" aria-pressed={isLater} onClick={() => setLater(true)}>
              {texts.later}
            </button>
          </fieldset>
          {isLater && (
            <TextField
              label={texts.time}
              hint={texts.night}
              type="datetime-local"
              isRequired
              value={time}
              error={isTimeMissing ? texts.timeMissing : null}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </BusyFields>
        <p className={styles.quiet}>{texts.note}</p>
        {children}
      </form>
    </Modal>
  );
}
