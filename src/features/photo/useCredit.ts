import { useQuery } from '@tanstack/react-query';
import type { Photo } from '../../contract/entities.ts';
import { ambassadorsQuery } from '../../queries/peopleQueries.ts';
import { creditLine } from '../../rules/credit.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { creditQuery } from './openPhotoQueries.ts';

/** Whose picture it is (PHO-03), by the tenant's setting; empty: no line. null: not known yet. */
export function useCredit(photo: Photo): string | null {
  const services = useServices();
  const tenant = useTenant();
  const credit = useQuery(creditQuery(services));
  const ambassadors = useQuery(ambassadorsQuery(services));
  if (credit.isPending) return null;
  return creditLine(credit.data?.credit_setting[0] ?? null, {
    posterName: photo.user_screen_name || photo.user_name,
    isAmbassador: (ambassadors.data?.list ?? []).some((one) => one.ambassador_user_id === photo.user_id),
    companyLabel: tenant.creditLabel,
  });
}
