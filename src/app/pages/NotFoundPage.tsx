import { MapPinOff } from 'lucide-react';
import { pages as texts } from '../../messages/jaPages.ts';
import { usePaths } from '../../session/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Phrases } from '../../ui/Phrases.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';

/** An address of a known tenant that is none of its pages (RTE-18). */
export function NotFoundPage() {
  const paths = usePaths();
  return (
    <>
      <SectionHead level={1} title={<Phrases text={texts.notFoundTitle} />} />
      <EmptyState
        icon={<MapPinOff aria-hidden="true" />}
        title={texts.notFoundText}
        action={<LinkButton href={paths.home}>{texts.goHome}</LinkButton>}
      />
    </>
  );
}
