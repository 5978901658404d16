/** Header, menu column and tab bar, in a chunk of their own that loads beside the page: photos come first. */
import { DesktopHeader } from './DesktopHeader.tsx';
import { ExpiredBanner } from './ExpiredBanner.tsx';
import { MobileHeader } from './MobileHeader.tsx';
import { Rail } from './Rail.tsx';
import type { Section } from './sections.ts';
import { TabBar } from './TabBar.tsx';

interface ChromeProps {
  readonly part: 'header' | 'rail' | 'tabs';
  readonly isMobile: boolean;
  readonly section: Section | null;
}

export function Chrome({ part, isMobile, section }: ChromeProps) {
  switch (part) {
    case 'header':
      return (
        <>
          {isMobile ? <MobileHeader /> : <DesktopHeader section={section} />}
          <ExpiredBanner />
        </>
      );
    case 'rail':
      return <Rail />;
    case 'tabs':
      return <TabBar section={section} />;
  }
}
