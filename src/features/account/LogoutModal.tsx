import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { ui } from '../../messages/ja.ts';
import { logout } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { useSubmit } from './useSubmit.ts';

/** ACC-03: asks first, and says what becomes of photos that still wait (QUE-05). */
export function LogoutModal({ onClose }: { readonly onClose: () => void }) {
  const { session, outbox } = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const state = useSession();
  const { jobs } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const { isBusy, error, submit } = useSubmit();
  const userId = state.status === 'anonymous' ? null : state.user.id;
  const waiting = jobs
    .filter((job) => job.userId === userId && job.state !== 'done')
    .reduce((sum, job) => sum + job.photos.length, 0);

  const handleLogout = () =>
    submit(async () => {
      await session.logout();
      navigate(paths.index, { replace: true });
      overlays.closeAll();
    });
  return (
    <Modal
      title={logout.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={handleLogout}>
            {logout.action}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <Banner tone="error">{errorText(error)}</Banner>}
        <p>{logout.text}</p>
        {waiting > 0 && <Banner tone="warn">{logout.waiting(waiting)}</Banner>}
      </div>
    </Modal>
  );
}
