import { Construction } from 'lucide-react';
import { shell as texts } from '../../messages/ja.ts';
import { usePaths } from '../../session/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';

/** A page whose time has not come: says so plainly. */
export function ComingPage({ title }: { readonly title: string }) {
  const paths = usePaths();
  return (
    <>
      <SectionHead level={1} title={title} />
      <EmptyState
        icon={<Construction aria-hidden="true" />}
        title={texts.comingText}
        action={<LinkButton href={paths.home}>{texts.goHome}</LinkButton>}
      />
    </>
  );
}
