import styles from './ProgressBar.module.css';

/** A share of 0–1, named for screen readers. */
export function ProgressBar({ share, label }: { readonly share: number; readonly label: string }) {
  const percent = Math.round(share * 100);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
