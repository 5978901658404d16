/** Header, menu column and tab bar, in a chunk of their own that loads beside the page: photos come first. */

import { useLayoutEffect } from 'react';
import type { Section } from '../../contract/pages.ts';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import { removeFrameBars } from '../boot/frameBars.ts';
import { DesktopHeader } from './DesktopHeader.tsx';
import { ExpiredBanner } from './ExpiredBanner.tsx';
import { LostPhotosBanner } from './LostPhotosBanner.tsx';
import { MobileHeader } from './MobileHeader.tsx';
import { Rail } from './Rail.tsx';
import { ServerTroubleBanner } from './ServerTroubleBanner.tsx';
import { StuckStorageBanner } from './StuckStorageBanner.tsx';
import { TabBar } from './TabBar.tsx';

interface ChromeProps {
  readonly part: 'header' | 'rail' | 'tabs';
  readonly section: Section | null;
}

export function Chrome({ part, section }: ChromeProps) {
  const isMobile = useIsMobile();
  useLayoutEffect(() => removeFrameBars(part), [part]);
  switch (part) {
    case 'header':
      return (
        <>
          {isMobile ? <MobileHeader /> : <DesktopHeader section={section} />}
          <ExpiredBanner />
          <StuckStorageBanner />
          <LostPhotosBanner />
          <ServerTroubleBanner />
        </>
      );
    case 'rail':
      return isMobile ? null : <Rail />;
    case 'tabs':
      return isMobile ? <TabBar section={section} /> : null;
  }
}
