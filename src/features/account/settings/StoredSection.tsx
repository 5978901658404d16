import { useQuery } from '@tanstack/react-query';
import { stored as texts } from '../../../messages/jaSettings.ts';
import { countWaiting } from '../../../outbox/count.ts';
import { clearStored, measureStored } from '../../../platform/storage/storedOffline.ts';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useSubmit } from '../useSubmit.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

/** What is kept on this device to open without signal, and its end (DAT-02, DAT-03). */
export function StoredSection({ user }: { readonly user: SessionUser }) {
  const toast = useToast();
  const { jobs } = useOutboxSnapshot();
  const waiting = countWaiting(jobs, user.id);
  const { data, refetch } = useQuery({
    queryKey: [null, 'storedOffline'],
    queryFn: measureStored,
    gcTime: 0,
    staleTime: 0,
  });
  const { isBusy, error, submit } = useSubmit();
  const handleClear = () =>
    submit(async () => {
      await clearStored();
      await refetch();
      toast(texts.cleared);
    });
  return (
    <SettingsSection title={texts.title} lead={texts.lead}>
      {data && (
        <ul className={styles.facts}>
          {data.usedBytes !== null && <li>{texts.usage(data.usedBytes)}</li>}
          <li>{texts.pictures(data.pictures)}</li>
          {waiting > 0 && <li>{texts.waiting(waiting)}</li>}
        </ul>
      )}
      {error && <Banner tone="error">{texts.failed}</Banner>}
      <Button isBusy={isBusy} onClick={handleClear}>
        {texts.clear}
      </Button>
    </SettingsSection>
  );
}
