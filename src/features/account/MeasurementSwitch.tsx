import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { measurements as texts } from '../../messages/jaMeasurements.ts';
import { forgetAnalytics } from '../../platform/analytics/analyticsClient.ts';
import { createMeasurementChoice, onMeasurementChoice } from '../../platform/measurements/measurementChoice.ts';
import { createClientDatabase } from '../../platform/storage/clientDatabase.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';

const KEY = [null, 'measures'];

/** Whether this device measures (OPS-02): of the device, so a visitor has the same say as a fan. */
export function MeasurementSwitch() {
  const [choice] = useState(() => createMeasurementChoice(createClientDatabase()));
  const queryClient = useQueryClient();
  const toast = useToast();
  const hasAnalytics = Boolean(useServices().tenant?.ga);
  const { data, isError: isUnknown } = useQuery({
    queryKey: KEY,
    queryFn: choice.load,
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => onMeasurementChoice(() => void queryClient.invalidateQueries({ queryKey: KEY })), [queryClient]);
  const { mutate, isPending, isError, variables } = useMutation({
    mutationFn: choice.save,
    onSuccess: (_, isOn) => {
      // Of all tenants, this one's own or not.
      if (!isOn) forgetAnalytics();
      queryClient.setQueryData(KEY, isOn);
      toast(isOn ? texts.on : texts.off);
    },
  });
  return (
    <>
      <SwitchField
        label={texts.label}
        hint={hasAnalytics ? `${texts.hint}${texts.analyticsHint}` : texts.hint}
        isOn={(isPending ? variables : data) ?? false}
        disabled={isPending || data === undefined}
        onChange={mutate}
      />
      {(isError || isUnknown) && <Banner tone="error">{texts.failed}</Banner>}
    </>
  );
}
