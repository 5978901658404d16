import { findTenant } from '../../../../tenants/index.ts';
import { eventPath, photoPath } from '../../../contract/workerPaths.ts';
import { arrival as texts } from '../../../messages/jaArrival.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { copyText, shareOnDevice } from '../../photo/sharePhoto.ts';
import type { Arrival } from './arrivals.ts';

/** Sends the way to what arrived: a single photo's own address, else the event's. Copied where the device has no share sheet. */
export function useShareArrival({ tenant, event, photos }: Arrival): () => void {
  const toast = useToast();
  const [only, ...others] = photos;
  const path =
    only !== undefined && others.length === 0 ? photoPath(tenant, only.mediaUrl) : eventPath(tenant, event.id);
  const url = new URL(path, location.origin).href;
  const text = texts.shareText(event.name, findTenant(tenant)?.shareHashtag ?? '');
  const copy = () =>
    copyText(Promise.resolve(url)).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  return () => {
    if (typeof navigator.share !== 'function') void copy();
    else void shareOnDevice({ url, text }, null).then((isDone) => (isDone ? undefined : copy()));
  };
}
