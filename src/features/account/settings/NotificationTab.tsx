import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeSettings, OwnAttributes } from '../../../contract/entities.ts';
import { notification as texts } from '../../../messages/jaSettings.ts';
import { changeCached } from '../../../queries/changeCached.ts';
import { endpointQuery } from '../../../queries/endpointQuery.ts';
import { useServices } from '../../../services/services.tsx';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { SwitchField } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { LoadState } from './LoadState.tsx';
import { PushSection } from './PushSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Every setting, in the order of its switches: what counts while a fan has chosen nothing. */
const UNSET = {
  reaction: true,
  comment: true,
  reply: true,
  follow: true,
  post: true,
  player: false,
  match: false,
  memory: false,
} as const satisfies Readonly<Record<keyof NoticeSettings, boolean>>;
type Kind = keyof typeof UNSET;
const KINDS = Object.keys(UNSET) as Kind[];

interface Press {
  readonly kind: Kind;
  readonly isOn: boolean;
}

/** Which actions of others make a notice (ACC-11). A switch takes effect at once, and back where it could not be saved. */
export function NotificationTab({ user }: { readonly user: SessionUser }) {
  const services = useServices();
  const queryClient = useQueryClient();
  const toast = useToast();
  const own = endpointQuery(services, 'getOwnAttributes', {}, user.id);
  const { data, error, refetch } = useQuery(own);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ kind, isOn }: Press) => {
      // All are saved at once: what is shown may be from before another device changed one.
      const { notice_settings } = await services.api.getOwnAttributes({ isFresh: true });
      const body: NoticeSettings = { ...(notice_settings ?? UNSET), [kind]: isOn };
      await services.api.putNoticeSettings({ body });
      return body;
    },
    onSuccess: (notice_settings) =>
      changeCached<OwnAttributes>(queryClient, { queryKey: own.queryKey, exact: true }, (known) => ({
        ...known,
        notice_settings,
      })),
    onError: () => toast(texts.failed, 'error'),
  });
  if (!data) return <LoadState error={error} onRetry={() => void refetch()} />;
  const shown: NoticeSettings = {
    ...(data.notice_settings ?? UNSET),
    ...(isPending ? { [variables.kind]: variables.isOn } : {}),
  };
  return (
    <>
      <PushSection user={user} />
      <SettingsSection title={texts.title} lead={texts.lead}>
        {KINDS.map((kind) => (
          <SwitchField
            key={kind}
            label={texts.kinds[kind][0]}
            hint={texts.kinds[kind][1]}
            isOn={shown[kind] ?? UNSET[kind]}
            disabled={isPending}
            onChange={(isOn) => mutate({ kind, isOn })}
          />
        ))}
      </SettingsSection>
    </>
  );
}
