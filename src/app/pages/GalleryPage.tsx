import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { teamsQuery } from '../../features/gallery/queries.ts';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { pageTitles } from '../../messages/ja.ts';
import { usePaths } from '../../session/paths.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { TeamChips } from './TeamChips.tsx';

/** RTE-02. */
export function GalleryPage() {
  const tenant = useTenant();
  const services = useServices();
  const paths = usePaths();
  const team = new URLSearchParams(useSearch()).get('team') ?? undefined;
  const teams = useQuery({ ...teamsQuery(services), enabled: tenant.isTeam });
  return (
    <>
      <SectionHead level={1} title={pageTitles.gallery} />
      {tenant.isTeam && teams.data && (
        <TeamChips teams={teams.data.list} current={team ?? null} hrefOf={paths.gallery} />
      )}
      <PendingPhotos />
      <PhotoList filter={team === undefined ? {} : { team }} />
    </>
  );
}
