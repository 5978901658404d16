import { useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useEffect } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useServices } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { originalProgress } from './originalProgress.ts';
import styles from './PhotoDetail.module.css';
import { photoQuery } from './queries.ts';

/** For the author of a photo that is public before its original: where the full quality is (PUB-03). */
export function OriginalNote({ photo }: { readonly photo: Photo }) {
  const services = useServices();
  const queryClient = useQueryClient();
  const { kind, share } = originalProgress(useOutboxSnapshot(), photo.media_url);
  const { queryKey } = photoQuery(services, photo.media_url);
  const isSent = kind === 'sent';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (isSent) void queryClient.invalidateQueries({ queryKey });
  }, [isSent]);
  if (!photo.original_pending) return null;
  return (
    <p className={styles.original} role="status">
      <CloudUpload aria-hidden="true" size={18} />
      <span>
        <Phrases text={kind === 'sending' ? texts.originals.sending(Math.floor(share * 100)) : texts.originals[kind]} />
      </span>
    </p>
  );
}
