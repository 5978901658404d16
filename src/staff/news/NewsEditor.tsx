import { type SubmitEvent, useId, useState } from 'react';
import { NEWS_LINK, type News } from '../../contract/staffNewsEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { recordForm } from '../../messages/jaStaffContent.ts';
import { newsReach, newsRefusals, newsForm as texts } from '../../messages/jaStaffNews.ts';
import { showWireTime } from '../../rules/dates.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyFields } from '../../ui/BusyFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { LostRole } from '../records/RecordForm.tsx';
import { useObjectUrl } from '../records/RecordPicture.tsx';
import styles from '../Staff.module.css';
import { useAskBeforeClosing } from '../useAskBeforeClosing.tsx';
import { useStaffWrite } from '../useStaff.tsx';
import { isNewsWaiting } from './NewsFacts.tsx';
import { type NewsFaults, NewsFields } from './NewsFields.tsx';
import { NewsPreview } from './NewsPreview.tsx';
import { SendNews } from './SendNews.tsx';
import { type NewsFormState, type NewsTexts, useNewsForm } from './useNewsForm.ts';

interface NewsEditorProps {
  /** null: a new one. */
  readonly news: News | null;
  readonly onClose: () => void;
}

function faultsOf({ title, url }: NewsTexts): NewsFaults {
  return {
    ...(isBlank(title) ? { title: texts.titleMissing } : {}),
    ...(url.trim() !== '' && !NEWS_LINK.test(url.trim()) ? { url: texts.urlWrong } : {}),
  };
}

/** A window in which a news item is written, looked at as fans will see it, and sent or scheduled (STF-18a). */
export function NewsEditor({ news, onClose }: NewsEditorProps) {
  const formId = useId();
  const toast = useToast();
  const state = useNewsForm(news);
  const { form, stored, picked, isDirty, saving } = state;
  const [faults, setFaults] = useState<NewsFaults>({});
  const [step, setStep] = useState<'write' | 'send'>('write');
  const { leave, question } = useAskBeforeClosing({ isDirty, isBusy: saving.isPending, onClose });
  const kept = usePictureUrls().of(form.picture || null);
  const preview = <NewsPreview title={form.title} body={form.body} picture={useObjectUrl(picked) ?? kept} />;
  const save = async () => {
    const found = faultsOf(form);
    setFaults(found);
    return Object.keys(found).length === 0 && (stored !== null && !isDirty ? true : state.save());
  };
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(await save())) return;
    toast(texts.saved);
    onClose();
  };
  if (step === 'send' && stored !== null)
    return (
      <SendNews news={stored} onChanged={state.take} onBack={() => setStep('write')} onClose={onClose}>
        {preview}
      </SendNews>
    );
  return (
    <Modal
      kind="overlay"
      title={news === null ? texts.newTitle : texts.editTitle}
      onClose={leave}
      isClosedByBackground={false}
      actions={
        question ?? (
          <>
            {stored !== null && <RemoveNewsButton news={stored} onClose={onClose} />}
            <Button type="submit" form={formId} isBusy={saving.isPending}>
              {texts.save}
            </Button>
            <Button
              variant="primary"
              isBusy={saving.isPending}
              onClick={async () => {
                if (await save()) setStep('send');
              }}
            >
              {texts.next}
            </Button>
          </>
        )
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <LostRole />
        {saving.error !== null && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
        <ProblemBanner state={state} />
        {stored?.state === 'scheduled' && stored.publish_at !== null && (
          <Banner tone="info">{texts.scheduledNote(showWireTime(stored.publish_at))}</Banner>
        )}
        <BusyFields isBusy={saving.isPending}>
          <NewsFields state={state} faults={faults} />
        </BusyFields>
        <h3>{texts.preview}</h3>
        {preview}
      </form>
    </Modal>
  );
}

/** Why nothing was saved. If somebody else was first: what they wrote, and whose text is to count (STF-18c). */
function ProblemBanner({ state }: { readonly state: NewsFormState }) {
  const { problem, form } = state;
  if (problem === null) return null;
  const { result, news } = problem;
  if (result === 'gone')
    return (
      <Banner tone="warn" action={<Button onClick={() => void state.save(null)}>{recordForm.addAgain}</Button>}>
        {newsRefusals.gone}
      </Banner>
    );
  if (result !== 'changed' || news === null) return <Banner tone="error">{newsRefusals[result]}</Banner>;
  if (!isNewsWaiting(news)) return <Banner tone="warn">{texts.already}</Banner>;
  return (
    <div className={styles.conflict}>
      <Banner tone="warn">{texts.changed}</Banner>
      <ul>
        {differencesOf(form, news).map(([label, theirs]) => (
          <li key={label}>{recordForm.difference(label, theirs || recordForm.empty)}</li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Button onClick={() => state.take(news)}>{recordForm.takeTheirs}</Button>
        <Button onClick={() => void state.save(news)}>{recordForm.overwrite}</Button>
      </div>
    </div>
  );
}

/** Labels and texts of what somebody else wrote otherwise. */
const differencesOf = (form: NewsTexts, news: News): (readonly [string, string])[] =>
  [
    [texts.title, form.title, news.title] as const,
    [texts.body, form.body, news.body] as const,
    [texts.url, form.url, news.url ?? ''] as const,
    [texts.picture, form.picture, news.picture ?? ''] as const,
    [texts.audience, newsReach(form.audience, form.about), newsReach(news.audience, news.about)] as const,
  ].flatMap(([label, own, theirs]) => (own === theirs ? [] : [[label, theirs] as const]));

function RemoveNewsButton({ news, onClose }: { readonly news: News; readonly onClose: () => void }) {
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const removing = useStaffWrite('deleteStaffNews', (_, { result }) => {
    if (result !== 'ok') return;
    toast(texts.removed);
    onClose();
  });
  const refused = removing.data && removing.data.result !== 'ok' ? newsRefusals[removing.data.result] : null;
  return (
    <>
      {(removing.error !== null || refused !== null) && (
        <p role="alert" className={styles.fault}>
          {refused ?? errorText(errorCodeOf(removing.error))}
        </p>
      )}
      <Button isBusy={removing.isPending} onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
      {isAsked && (
        <ConfirmModal
          text={texts.askRemove(news.title)}
          actionLabel={texts.remove}
          isDangerous
          onConfirm={() => removing.mutate({ news_id: news.news_id, revision: news.revision })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
