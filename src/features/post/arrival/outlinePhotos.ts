import { findCard } from '../../photo/revealPhoto.ts';
import styles from './outline.module.css';

/** How long new photos stay outlined, and how long their cards are waited for: the list is read again first. Milliseconds. */
const OUTLINED_MS = 2_000;
const PATIENCE_MS = 15_000;

/**
 * Outlines the cards of these photos (keys) for two seconds, once the page at `address` (path and query) shows them; the first is
 * brought into view. Cards of the page that is being left do not count.
 */
export function outlinePhotos(mediaUrls: readonly string[], address: string): void {
  const open = new Set(mediaUrls);
  const isHere = location.pathname + location.search === address;
  const left = new Set(isHere ? [] : mediaUrls.map(findCard));
  let isFirst = true;
  const outline = () => {
    for (const mediaUrl of open) {
      const card = findCard(mediaUrl);
      if (card === null || left.has(card)) continue;
      open.delete(mediaUrl);
      if (isFirst) card.scrollIntoView({ block: 'center', behavior: 'instant' });
      isFirst = false;
      card.classList.add(styles.isNew ?? '');
      setTimeout(() => card.classList.remove(styles.isNew ?? ''), OUTLINED_MS);
    }
    if (open.size === 0) stop();
  };
  const observer = new MutationObserver(outline);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
  }
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-photo'],
  });
  outline();
}
