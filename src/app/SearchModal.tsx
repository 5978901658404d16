import { Construction } from 'lucide-react';
import { POPULAR_WORDS } from '../contract/limits.ts';
import { PopularWords } from '../features/search/PopularWords.tsx';
import { gallery as galleryTexts } from '../messages/ja.ts';
import { pages as pageTexts } from '../messages/jaPages.ts';
import { shell as texts } from '../messages/jaShell.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

/** The place of the search panel until it comes: says so, and shows the popular words (SRC-01). */
export function SearchModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={texts.search} onClose={onClose}>
      <EmptyState icon={<Construction aria-hidden="true" />} title={pageTexts.comingText} />
      <SectionHead isPlain title={galleryTexts.popular} />
      <PopularWords max={POPULAR_WORDS.panel} onChoose={onClose} />
    </Modal>
  );
}
