import { lazy } from 'react';
import { useSearch } from 'wouter';
import { PhotoList } from '../../features/gallery/PhotoList.tsx';
import { PendingPhotos } from '../../features/photo/PendingPhotos.tsx';
import { pageTitles } from '../../messages/ja.ts';
import { useTenant } from '../../session/services.tsx';
import { OptionalPart } from '../../ui/OptionalPart.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './GalleryPage.module.css';

/** For leagues only. */
const TeamChips = lazy(async () => ({ default: (await import('./TeamChips.tsx')).TeamChips }));

/** RTE-02. */
export function GalleryPage() {
  const tenant = useTenant();
  const team = new URLSearchParams(useSearch()).get('team') ?? undefined;
  return (
    <>
      <SectionHead level={1} title={pageTitles.gallery} />
      {tenant.isTeam && (
        <OptionalPart fallback={<div className={styles.teams} />}>
          <TeamChips current={team ?? null} />
        </OptionalPart>
      )}
      <PendingPhotos />
      <PhotoList filter={team === undefined ? {} : { team }} />
    </>
  );
}
