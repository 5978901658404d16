import { useState } from 'react';
import type { News } from '../../contract/staffNewsEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { newsRefusals, newsStates, publishedNews as texts } from '../../messages/jaStaffNews.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from '../Staff.module.css';
import { useAskBeforeClosing } from '../useAskBeforeClosing.tsx';
import { useStaffWrite } from '../useStaff.tsx';
import { NewsFacts } from './NewsFacts.tsx';
import { NewsPreview } from './NewsPreview.tsx';

interface PublishedNewsProps {
  readonly news: News;
  readonly onClose: () => void;
}

/** A window that shows news that was sent, and takes it back (STF-18e). */
export function PublishedNews({ news, onClose }: PublishedNewsProps) {
  const toast = useToast();
  const picture = usePictureUrls().of(news.picture);
  const [isAsked, setAsked] = useState(false);
  const withdrawing = useStaffWrite('putStaffNewsWithdrawal', (_, { result }) => {
    if (result !== 'ok') return;
    toast(texts.withdrawn);
    onClose();
  });
  const { leave } = useAskBeforeClosing({ isDirty: false, isBusy: withdrawing.isPending, onClose });
  const result = withdrawing.data?.result;
  return (
    <Modal
      kind="overlay"
      title={newsStates[news.state]}
      onClose={leave}
      actions={
        news.state !== 'withdrawn' && (
          <Button variant="danger" isBusy={withdrawing.isPending} onClick={() => setAsked(true)}>
            {texts.withdraw}
          </Button>
        )
      }
    >
      <div className={styles.section}>
        {withdrawing.error !== null && <Banner tone="error">{errorText(errorCodeOf(withdrawing.error))}</Banner>}
        {result !== undefined && result !== 'ok' && <Banner tone="error">{newsRefusals[result]}</Banner>}
        <NewsFacts news={news} />
        <NewsPreview title={news.title} body={news.body} picture={picture} />
      </div>
      {isAsked && (
        <ConfirmModal
          text={texts.askWithdraw(news.title)}
          actionLabel={texts.withdraw}
          isDangerous
          onConfirm={() => withdrawing.mutate({ news_id: news.news_id })}
          onClose={() => setAsked(false)}
        />
      )}
    </Modal>
  );
}
