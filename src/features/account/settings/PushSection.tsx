import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Share } from 'lucide-react';
import { push as texts } from '../../../messages/jaSettings.ts';
import { askForPush, type PushAbility, pushAbility } from '../../../platform/device/push.ts';
import { repairPush, turnPushOff, turnPushOn } from '../../../push/pushSwitch.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { useIsOnline } from '../../../services/useIsOnline.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { SwitchField } from '../../../ui/Field.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

const WHY: Readonly<Record<Exclude<PushAbility, 'yes' | 'install'>, string>> = {
  denied: texts.denied,
  no: texts.unsupported,
};

/** Being told on this device while the app is closed. Off until the fan switches it on here; nothing else ever asks. */
export function PushSection({ user }: { readonly user: SessionUser }) {
  const ability = pushAbility();
  return (
    <SettingsSection title={texts.title} lead={texts.lead}>
      {ability === 'yes' ? (
        <PushSwitch user={user} />
      ) : ability === 'install' ? (
        <p className={styles.hintRow}>
          <Share aria-hidden="true" size={20} />
          {texts.install}
        </p>
      ) : (
        <Banner tone="info">{WHY[ability]}</Banner>
      )}
    </SettingsSection>
  );
}

function PushSwitch({ user }: { readonly user: SessionUser }) {
  const { api } = useServices();
  const tenant = useTenant();
  const isOnline = useIsOnline();
  const toast = useToast();
  const queryClient = useQueryClient();
  const place = { api, tenantId: tenant.id, userId: user.id };
  const queryKey = [tenant.id, 'pushHere', { userId: user.id }];
  const { data, isError: isUnknown } = useQuery({ queryKey, queryFn: () => repairPush(place), gcTime: 0 });
  const {
    mutate,
    isPending,
    isError,
    data: outcome,
  } = useMutation({
    mutationFn: async (isWanted: boolean) => {
      if (isWanted && (await askForPush())) {
        await turnPushOn(place);
        return 'on';
      }
      // Who says no when asked again wants it off from then on: nothing goes on telling that it is lost.
      await turnPushOff(place);
      return isWanted ? 'denied' : 'off';
    },
    onSuccess: (result) => {
      if (result !== 'denied') toast(texts[result]);
      queryClient.setQueryData(queryKey, result === 'on' ? 'on' : 'off');
    },
  });
  return (
    <>
      <SwitchField
        label={texts.label}
        hint={texts.hint}
        isOn={data === 'on'}
        disabled={isPending || !isOnline || data === undefined}
        onChange={mutate}
      />
      {data === 'lost' && isOnline && <Banner tone="warn">{texts.lost}</Banner>}
      {!isOnline && <Banner tone="offline">{texts.offline}</Banner>}
      {outcome === 'denied' && <Banner tone="warn">{texts.denied}</Banner>}
      {(isError || (isUnknown && isOnline)) && <Banner tone="error">{texts.failed}</Banner>}
    </>
  );
}
