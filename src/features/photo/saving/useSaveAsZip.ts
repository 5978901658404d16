import { useQuery } from '@tanstack/react-query';
import type { Photo } from '../../../contract/entities.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { endpointQuery } from '../../../queries/endpointQuery.ts';
import { bestKey } from '../../../rules/pictureSources.ts';
import { savedNames, zipAbout } from '../../../rules/savedNames.ts';
import { mayTakeHome } from '../../../rules/takeHome.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import { usePictureUrls } from '../../../services/usePictureUrls.ts';
import { userIdOf } from '../../../session/sessionState.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { tellZipAsked } from './zipAsked.ts';

/** '2026-11-21 15:30:00' in Japan, as milliseconds. */
const timeOf = (createdAt: string): number => Date.parse(`${createdAt.replace(' ', 'T')}+09:00`) || Date.now();

/**
 * Saves photos as a ZIP, those of them that may be saved (`mayTakeHome`); to be called within a press.
 * @returns whether there were any
 */
export function useSaveAsZip(): (photos: readonly Photo[]) => boolean {
  const services = useServices();
  const tenant = useTenant();
  const urls = usePictureUrls();
  const toast = useToast();
  const persons = useQuery(endpointQuery(services, 'getPersons')).data?.list ?? [];
  return (photos) => {
    const userId = userIdOf(services.session.getState());
    const allowed = photos.filter((photo) => mayTakeHome(photo, userId));
    if (allowed.length === 0) {
      toast(texts.noneAllowed, 'error');
      return false;
    }
    const numbers = new Map(persons.flatMap(({ name, number }) => (number ? [[name, number] as const] : [])));
    const names = savedNames(allowed, numbers);
    const record = {
      tenantId: tenant.id,
      userId,
      about: zipAbout(allowed, tenant.name),
      begunAt: Date.now(),
      leftOut: photos.length - allowed.length,
      photos: allowed.map((photo, place) => ({
        address: urls.of(bestKey(photo)) ?? '',
        name: names[place] ?? '',
        postedAt: timeOf(photo.created_at),
        isPreview: photo.original_pending ?? false,
      })),
    };
    import('./pageZip.ts').then(
      ({ pageZip }) => {
        tellZipAsked();
        if (pageZip.getState().kind === 'fetching' || pageZip.getState().kind === 'parts') toast(texts.oneAtATime);
        else void pageZip.start(record);
      },
      () => toast(texts.notReady, 'error'),
    );
    return true;
  };
}
