import { type ChangeEvent, type ComponentType, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { AVATAR_SIDE } from '../../../contract/limits.ts';
import { profile as texts } from '../../../messages/jaSettings.ts';
import { createObjectName, originalKey } from '../../../rules/objectKeys.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { usePictureUrls } from '../../../services/usePictureUrls.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import buttonStyles from '../../../ui/Button.module.css';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useSubmit } from '../useSubmit.ts';
import type { CropModalProps } from './CropModal.tsx';
import { openPicture } from './openPicture.ts';
import { profileErrorText } from './profileErrorText.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';
import { useRefreshOwn } from './useRefreshOwn.ts';

interface Picked {
  readonly image: HTMLImageElement;
  readonly CropModal: ComponentType<CropModalProps>;
}

/** The avatar: picked, cropped to a square on the device, stored in the avatar/ directory (ACC-11). */
export function AvatarSection({ user, avatar }: { readonly user: SessionUser; readonly avatar: string | null }) {
  const urls = usePictureUrls();
  const { picked, problem, isBusy, handleFile, handleRemove, store, close } = useAvatarChange(user);
  return (
    <SettingsSection title={texts.avatar} lead={texts.avatarHint}>
      <div className={styles.avatarRow}>
        <Avatar src={urls.of(avatar)} name="" size={72} />
        <div className={styles.actions}>
          <label className={`${buttonStyles.button} ${buttonStyles.secondary} ${styles.file}`}>
            {avatar === null ? texts.choose : texts.change}
            <input type="file" accept="image/jpeg,image/png,image/webp" disabled={isBusy} onChange={handleFile} />
          </label>
          {avatar !== null && (
            <Button variant="quiet" isBusy={isBusy} onClick={handleRemove}>
              {texts.removeAvatar}
            </Button>
          )}
        </div>
      </div>
      {problem && <Banner tone="error">{problem}</Banner>}
      {picked && <picked.CropModal image={picked.image} side={AVATAR_SIDE} onCropped={store} onClose={close} />}
    </SettingsSection>
  );
}

/** The picked picture, and what becomes of it: cropped and stored, or refused. */
function useAvatarChange(user: SessionUser) {
  const { session, objects } = useServices();
  const tenant = useTenant();
  const refresh = useRefreshOwn();
  const toast = useToast();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, error, submit } = useSubmit();

  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    setProblem(null);
    if (!file) return;
    const opened = await openPicture(file);
    // The same file can be picked again.
    target.value = '';
    if (typeof opened === 'string') {
      setProblem(texts[opened]);
      return;
    }
    await submit(async () => {
      const { CropModal } = await loadCropModal();
      setPicked({ image: opened, CropModal });
    });
  };
  const close = () => {
    if (picked) URL.revokeObjectURL(picked.image.src);
    setPicked(null);
  };
  const store = async (bytes: ArrayBuffer) => {
    close();
    await submit(async () => {
      const key = originalKey({ dir: 'avatar', tenant: tenant.id, owner: user.id, name: createObjectName() });
      await objects.put(key, bytes);
      await change(key, texts.avatarSaved);
    });
  };
  const change = async (key: string, done: string) => {
    await session.updateProfile({ 'custom:extended4': key });
    await refresh();
    toast(done);
  };
  const handleRemove = () => submit(() => change('', texts.avatarRemoved));
  const shownProblem = problem ?? (error && profileErrorText(error));
  return { picked, problem: shownProblem, isBusy, handleFile, handleRemove, store, close };
}

/** The cropper comes with the first picture. */
async function loadCropModal() {
  try {
    return await import('./CropModal.tsx');
  } catch (cause) {
    throw new AppError('NETWORK', 'later', { cause });
  }
}
