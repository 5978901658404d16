import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../contract/endpoints.ts';
import { useServices, useSession } from '../services/services.tsx';
import { callerOf, endpointQuery } from './endpointQuery.ts';

export interface FirstSteps {
  /** The signed-in account is new: its fan was not led through the service yet (MOD-04). */
  readonly isNew: boolean;
  /** The same, waited for where it is not known yet; false where it cannot be had. */
  readonly load: () => Promise<boolean>;
  /** The fan was led through. Where that cannot be told now, the account stays new. */
  readonly end: () => void;
}

/** A fan whose account is new is shown the service, and then whom to follow (MOD-04). The account keeps it, not the device. */
export function useFirstSteps(): FirstSteps {
  const services = useServices();
  const queryClient = useQueryClient();
  const isSignedIn = useSession().status === 'signedIn';
  // Made anew where it is used: after a login in between it is another fan's.
  const own = () => endpointQuery(services, 'getOwnAttributes', {}, callerOf(services));
  const { data } = useQuery({ ...own(), enabled: isSignedIn });
  return {
    isNew: isSignedIn && data?.first_steps === true,
    load: async () => (await queryClient.ensureQueryData(own()).catch(() => null))?.first_steps === true,
    end: () => {
      queryClient.setQueryData(
        own().queryKey,
        (known: AnswerOf<'getOwnAttributes'> | undefined) => known && { ...known, first_steps: false },
      );
      void services.api.putFirstSteps({ body: { first_steps: false } }).catch(() => undefined);
    },
  };
}
