import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { EVENT_PUBLIC_LIST_ID } from '../../contract/limits.ts';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { usePaths } from '../../navigation/paths.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { forgetPhoto } from '../photo/forgetPhoto.ts';
import { updateCachedPhoto } from '../photo/photoCache.ts';
import { captionOf, changedPhoto } from './editForm.ts';
import type { PhotoForm } from './photoForm.ts';

/** What went wrong: the catalogue's sentence (§8) and the reason behind it. */
export interface EditFailure {
  readonly text: string;
  readonly code: ErrorCode;
}

/** Update and delete of one's own photo; both lead to the personal page's photos (§4). */
export function useEditPhoto(photo: Photo) {
  const { api, config } = useServices();
  const queryClient = useQueryClient();
  const overlays = useOverlays();
  const paths = usePaths();
  const requireLogin = useRequireLogin();
  const [busy, setBusy] = useState<'update' | 'remove' | null>(null);
  const [failure, setFailure] = useState<EditFailure | null>(null);

  const run = (kind: 'update' | 'remove', failed: string, succeeded: string, call: () => Promise<void>) =>
    requireLogin(
      async () => {
        setBusy(kind);
        setFailure(null);
        try {
          await call();
          overlays.finish('edit-photo', {
            mode: 'result',
            text: succeeded,
            to: paths.member(photo.user_id, 'my-photo'),
          });
        } catch (cause) {
          setFailure({ text: failed, code: errorCodeOf(cause) });
        } finally {
          setBusy(null);
        }
      },
      'edit',
      photo.media_url,
    );

  return {
    busy,
    failure,
    update: (form: PhotoForm, alt: string) =>
      run('update', texts.updateFailed, texts.updated, async () => {
        const body = captionOf(photo, form, alt);
        await api.putCaption({ body });
        updateCachedPhoto(queryClient, photo.media_url, (known) => changedPhoto(known, form, alt));
      }),
    remove: () =>
      run('remove', texts.removeFailed, texts.removed, async () => {
        // Its objects are removed by the server, which logs what stays behind (§7).
        const body = { public_list_id: EVENT_PUBLIC_LIST_ID, media_url: photo.media_url } as const;
        await api.deletePhoto({ body }).catch((cause: unknown) => {
          // Gone already, such as by a call whose answer was lost: that is what was wanted.
          if (errorCodeOf(cause) !== 'NOT_FOUND') throw cause;
        });
        forgetPhoto(queryClient, config.objects.publicBase, photo.media_url);
      }),
  };
}
