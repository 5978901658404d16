import styles from './gridMarks.module.css';

/**
 * Class of what begins with a heart. Drawn by the styles: a grid has dozens, and every element of theirs, let alone an SVG, costs
 * the frames of a scroll.
 */
export const heartMark = (isOn: boolean): string => (isOn ? styles.on : styles.heart) ?? '';

/** Class of the best shot's badge. */
export const bestMark = styles.best ?? '';
