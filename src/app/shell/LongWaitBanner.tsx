import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ui } from '../../messages/ja.ts';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { retryFirstLoads, watchLongWaits } from '../../queries/longWaits.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './StaleBanner.module.css';

/** What the page needs does not come for long: says so, and offers to ask anew (DAT-04). */
export function LongWaitBanner() {
  const queryClient = useQueryClient();
  const [isLong, setLong] = useState(false);
  useEffect(() => watchLongWaits(queryClient, setLong), [queryClient]);
  if (!isLong) return null;
  return (
    <div className={styles.stale}>
      <Banner tone="info" action={<Button onClick={() => void retryFirstLoads(queryClient)}>{ui.retry}</Button>}>
        {texts.longWait}
      </Banner>
    </div>
  );
}
