import { Link } from 'wouter';
import { CLUB_DOWNLOAD_MAX } from '../../contract/staffLimits.ts';
import { photoPath } from '../../contract/workerPaths.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffDownload as texts } from '../../messages/jaStaffPhotos.ts';
import { showWireTime } from '../../rules/dates.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import desk from '../Staff.module.css';
import { useStaffQuery, useStaffWrite } from '../useStaff.tsx';
import styles from './Photos.module.css';

/** Photos that the staff member downloaded and that may not be used any more. Nothing is shown while there are none. */
export function EndedPermissions() {
  const tenant = useTenant();
  const { data } = useStaffQuery('getStaffEndedPermissions', { everyMs: 60_000 });
  const stopping = useStaffWrite('putStaffEndedPermissions');
  const list = data?.list ?? [];
  if (list.length === 0) return null;
  const stop = () =>
    stopping.mutate({ media_urls: list.slice(0, CLUB_DOWNLOAD_MAX).map(({ media_url }) => media_url) });
  return (
    <section className={desk.card} aria-label={texts.ended(list.length)}>
      <Banner tone="warn">{texts.ended(list.length)}</Banner>
      <p>{texts.endedText}</p>
      <ul className={desk.rows}>
        {list.map(({ media_url, file, why, downloaded_at }) => (
          <li key={media_url} className={`${desk.act} ${styles.ended}`}>
            {texts.endedRow(file, texts.why[why], showWireTime(downloaded_at))}
            {why === 'withdrawn' && (
              <Link className={desk.link} href={photoPath(tenant.id, media_url)}>
                {texts.openPhoto}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {stopping.error && <Banner tone="error">{errorText(errorCodeOf(stopping.error))}</Banner>}
      <Button isBusy={stopping.isPending} onClick={stop}>
        {texts.stop}
      </Button>
    </section>
  );
}
