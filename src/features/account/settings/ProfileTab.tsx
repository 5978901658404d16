import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { reservedName } from '../../../messages/jaReservedName.ts';
import { settings, profile as texts } from '../../../messages/jaSettings.ts';
import { useServices } from '../../../services/services.tsx';
import type { OwnProfile } from '../../../session/account.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useDirtyForm } from '../../../ui/useDirtyForm.ts';
import { ownAttributesQuery } from '../../member/ownQueries.ts';
import { NameField, NicknameField, OptionalFields } from '../AttributeFields.tsx';
import styles from '../account.module.css';
import { type Attributes, checkNames, type SignUpErrors } from '../signUpForm.ts';
import { useSubmit } from '../useSubmit.ts';
import { AvatarSection } from './AvatarSection.tsx';
import { LoadState } from './LoadState.tsx';
import { PermissionSection } from './PermissionSection.tsx';
import { profileErrorText } from './profileErrorText.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useOwnProfile } from './useOwnProfile.ts';
import { useRefreshOwn } from './useRefreshOwn.ts';

/** Avatar, names, what else the fan told us, and photo-use permission (ACC-11). */
export function ProfileTab({ user }: { readonly user: SessionUser }) {
  const { data, error, refetch } = useOwnProfile(user);
  if (!data) return <LoadState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <AvatarSection user={user} avatar={data.avatar} />
      <NameSection saved={data} />
      <PermissionSection user={user} />
    </>
  );
}

const attributesOf = ({ name, nickname, extended1, extended2 }: OwnProfile): Attributes => ({
  name,
  nickname,
  extended1,
  extended2,
});

function NameSection({ saved }: { readonly saved: OwnProfile }) {
  const services = useServices();
  const { session } = services;
  const own = useQuery(ownAttributesQuery(services));
  const refresh = useRefreshOwn();
  const toast = useToast();
  const [changed, setChanged] = useState<Attributes | null>(null);
  const [errors, setErrors] = useState<SignUpErrors>({});
  const { isBusy, error, submit } = useSubmit();
  useDirtyForm(changed !== null);
  const values = changed ?? attributesOf(saved);

  const handleChange = (field: keyof Attributes, value: string) => {
    setChanged({ ...values, [field]: value });
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkNames(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    void submit(async () => {
      await session.updateProfile({
        name: values.name.trim(),
        nickname: values.nickname.trim(),
        'custom:extended1': values.extended1,
        'custom:extended2': values.extended2,
      });
      await refresh();
      // What was typed since is not part of what was sent.
      setChanged((latest) => (latest === values ? null : latest));
      toast(settings.saved);
    });
  };
  return (
    <SettingsSection title={texts.names}>
      {own.data?.name_reserved && <Banner tone="warn">{reservedName}</Banner>}
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <NameField values={values} errors={errors} onChange={handleChange} />
        <NicknameField values={values} errors={errors} onChange={handleChange} />
        <div className={styles.optional}>
          <OptionalFields values={values} onChange={handleChange} />
        </div>
        {error && <Banner tone="error">{profileErrorText(error)}</Banner>}
        <Button type="submit" variant="primary" isWide isBusy={isBusy} disabled={changed === null}>
          {settings.save}
        </Button>
      </form>
    </SettingsSection>
  );
}
