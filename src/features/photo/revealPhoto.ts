const REVEAL = 'reveal-photo';

/** Where a photo opened and where it goes back to: its card in the page, not the ones of the open photo's own lists. */
export function findCard(mediaUrl: string): HTMLElement | null {
  for (const card of document.querySelectorAll<HTMLElement>(`[data-photo="${CSS.escape(mediaUrl)}"]`))
    if (card.closest('[data-photo-detail]') === null) return card;
  return null;
}

/** The picture the photo's card shows: it is there already. null: no card, or none with a picture yet. */
export function cardPicture(mediaUrl: string): string | null {
  const image = findCard(mediaUrl)?.querySelector('img');
  return image?.complete && image.naturalWidth > 0 ? image.currentSrc : null;
}

/** Brings the card of the photo that is looked at into view below the overlay; a card without elements is made by its list. */
export function revealPhoto(mediaUrl: string): void {
  if (findCard(mediaUrl) === null) dispatchEvent(new CustomEvent<string>(REVEAL, { detail: mediaUrl }));
  findCard(mediaUrl)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** Lets a list scroll to a photo it has no elements for. Gives the end of it. */
export function onRevealPhoto(reveal: (mediaUrl: string) => void): () => void {
  const handle = (event: Event) => reveal((event as CustomEvent<string>).detail);
  addEventListener(REVEAL, handle);
  return () => removeEventListener(REVEAL, handle);
}
