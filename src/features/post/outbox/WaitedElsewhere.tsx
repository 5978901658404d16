import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../messages/jaErrors.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { callerOf, endpointQuery } from '../../../queries/endpointQuery.ts';
import { errorCodeOf } from '../../../rules/errorCode.ts';
import { useServices } from '../../../services/services.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useToast } from '../../../ui/toasts.tsx';

/** 'YYYY-MM-DD HH:mm:ss' as screens write it: 'YYYY.MM.DD HH:mm' (§9). */
const shortTime = (time: string) => time.slice(0, 16).replaceAll('-', '.');

/**
 * Photos that waited on another device, or in storage that the browser deleted: says how many, when and what to do, until the fan closes
 * it (QUE-05f). Only for a signed-in fan whose own queue is empty.
 */
export function WaitedElsewhere() {
  const services = useServices();
  const queryClient = useQueryClient();
  const toast = useToast();
  const query = endpointQuery(services, 'getWaitingPhotos', {}, callerOf(services));
  const { data } = useQuery({ ...query, gcTime: 0 });
  const forgetting = useMutation({
    mutationFn: (device: string) => services.api.putWaitingPhotos({ body: { device, photos: 0 } }),
    onError: (cause) => toast(errorText(errorCodeOf(cause)), 'error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  return data?.list.map(({ device, photos, told_at }) => (
    <Banner
      key={device}
      tone="warn"
      action={
        <Button
          variant="quiet"
          isBusy={forgetting.isPending && forgetting.variables === device}
          onClick={() => forgetting.mutate(device)}
        >
          {texts.waitedElsewhereClose}
        </Button>
      }
    >
      <strong>{texts.waitedElsewhere(photos, shortTime(told_at))}</strong>
      <br />
      {texts.waitedElsewhereText}
    </Banner>
  ));
}
