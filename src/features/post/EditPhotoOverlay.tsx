import { useQuery } from '@tanstack/react-query';
import { ui } from '../../messages/ja.ts';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { EditPhotoForm } from './EditPhotoForm.tsx';
import styles from './PhotoPostForm.module.css';
import { freshPhotoQuery } from './queries.ts';

interface EditPhotoOverlayProps {
  readonly mediaUrl: string;
  readonly onClose: () => void;
}

/** Edits one's own published photo (PST-12); begins with what the server has now, not with what the device kept. */
export function EditPhotoOverlay({ mediaUrl, onClose }: EditPhotoOverlayProps) {
  const session = useSession();
  const query = useQuery(freshPhotoQuery(useServices(), mediaUrl));
  const photo = query.data?.list[0];
  const userId = session.status === 'anonymous' ? null : session.user.id;
  if (photo && photo.user_id === userId) return <EditPhotoForm photo={photo} onClose={onClose} />;

  const isFailed = query.isError && !query.isFetching;
  const problem = isFailed ? texts.loadFailed : query.data === undefined ? null : photo ? texts.notOwn : texts.gone;
  return (
    <Modal title={texts.title} kind="overlay" onClose={onClose}>
      {problem === null ? (
        <div className={styles.loading} role="status" aria-label={ui.loading} />
      ) : (
        <EmptyState
          title={problem}
          action={
            isFailed ? (
              <Button onClick={() => void query.refetch()}>{ui.retry}</Button>
            ) : (
              <Button onClick={onClose}>{ui.close}</Button>
            )
          }
        />
      )}
    </Modal>
  );
}
