import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutedUser } from '../../../contract/entities.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { mutes as texts } from '../../../messages/jaSettings.ts';
import { callerOf, endpointQuery } from '../../../queries/endpointQuery.ts';
import { errorCodeOf } from '../../../rules/errorCode.ts';
import { useServices } from '../../../services/services.tsx';
import { usePictureUrls } from '../../../services/usePictureUrls.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

/** People the fan does not want to see, each with the way back. */
export function MutesSection() {
  const services = useServices();
  const queryClient = useQueryClient();
  const toast = useToast();
  const urls = usePictureUrls();
  const { data, isError } = useQuery({ ...endpointQuery(services, 'getMutes', {}, callerOf(services)), gcTime: 0 });
  const unmuting = useMutation({
    mutationFn: ({ user_id }: MutedUser) => services.api.deleteMute({ body: { mute_user: user_id } }),
    onSuccess: (_, { user_name }) => toast(texts.unmuted(user_name || texts.left)),
    onError: (cause) => toast(errorText(errorCodeOf(cause)), 'error'),
    // Lists show their photos again.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <SettingsSection title={texts.title} lead={data?.list.length === 0 ? texts.empty : texts.lead}>
      {isError && <Banner tone="error">{texts.failed}</Banner>}
      {data && data.list.length > 0 && (
        <ul className={styles.rows}>
          {data.list.map((one) => (
            <li key={one.user_id} className={styles.row}>
              <Avatar src={urls.of(one.user_avatar)} name="" hasLeft={one.user_name === ''} size={40} />
              <div className={styles.rowText}>
                <p>{one.user_name || texts.left}</p>
              </div>
              <Button
                isBusy={unmuting.isPending && unmuting.variables.user_id === one.user_id}
                aria-label={texts.unmuteOf(one.user_name || texts.left)}
                onClick={() => unmuting.mutate(one)}
              >
                {texts.unmute}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
