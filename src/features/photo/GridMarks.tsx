import styles from './GridMarks.module.css';

/**
 * Class of what begins with a heart. Drawn by the styles: a grid has dozens, and every element of theirs, let alone an SVG, costs
 * the frames of a scroll.
 */
export const heartMark = (isOn: boolean): string => (isOn ? styles.on : styles.heart) ?? '';

/** Plain SVG: the icon library has no place in the first bundle. */
export function BestMark({ label }: { readonly label: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" role="img" aria-label={label}>
      <path d="m12 2.5 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.3 1.3-6.7L2.5 9.5l6.6-.8Z" />
    </svg>
  );
}
