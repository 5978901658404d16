import type { SessionUser } from '../../../session/rememberedUser.ts';
import { LoadState } from './LoadState.tsx';
import { MailSection } from './MailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { useOwnProfile } from './useOwnProfile.ts';

/** What the fan signs in with: mail address and password (ACC-06, ACC-11). */
export function MailTab({ user }: { readonly user: SessionUser }) {
  const { data, error, refetch } = useOwnProfile(user);
  if (!data) return <LoadState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <MailSection email={data.email} onChanged={() => void refetch()} />
      <PasswordSection email={data.email} />
    </>
  );
}
