import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MutedUser } from '../../../contract/entities.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { blocks, mutes } from '../../../messages/jaSettings.ts';
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

const LISTS = {
  mutes: { call: 'getMutes', texts: mutes },
  blocks: { call: 'getBlocks', texts: blocks },
} as const;

/** People the fan does not want to see, or blocked, each with the way back. */
export function HiddenPeopleSection({ list }: { readonly list: keyof typeof LISTS }) {
  const { call, texts } = LISTS[list];
  const services = useServices();
  const queryClient = useQueryClient();
  const toast = useToast();
  const urls = usePictureUrls();
  const { data, isError } = useQuery({ ...endpointQuery(services, call, {}, callerOf(services)), gcTime: 0 });
  const undoing = useMutation({
    mutationFn: ({ user_id }: MutedUser) =>
      list === 'mutes'
        ? services.api.deleteMute({ body: { mute_user: user_id } })
        : services.api.deleteBlock({ body: { block_user: user_id } }),
    onSuccess: (_, { user_name }) => toast(texts.undone(user_name || texts.left)),
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
                isBusy={undoing.isPending && undoing.variables.user_id === one.user_id}
                aria-label={texts.undoOf(one.user_name || texts.left)}
                onClick={() => undoing.mutate(one)}
              >
                {texts.undo}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
