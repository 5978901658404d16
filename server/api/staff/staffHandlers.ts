/** What a handler of the desk is: one function a staff call. The role was checked before it runs (`server/api/access/staff.ts`). */
import type {
  StaffAnswer,
  StaffBody,
  StaffEndpointName,
  StaffParams,
  StaffQuery,
} from '../../../src/contract/staffEndpoints.ts';
import type { StaffRole } from '../../../src/contract/staffRoles.ts';
import type { CallerContext } from '../handlers.ts';

export type StaffContext = CallerContext & { readonly role: StaffRole };

interface StaffInput<N extends StaffEndpointName> {
  readonly params: StaffParams<N>;
  readonly query: StaffQuery<N>;
  readonly body: StaffBody<N>;
}

export type StaffHandlers = {
  readonly [N in StaffEndpointName]: (context: StaffContext, input: StaffInput<N>) => Promise<StaffAnswer<N>>;
};
