/** The two marks of a grid's photos as plain SVG: the icon library has no place in the first bundle. */

export function HeartMark() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      <path d="M12 20.5C5 15.6 2.5 12.3 2.5 8.7a5 5 0 0 1 9.5-2.2 5 5 0 0 1 9.5 2.2c0 3.6-2.5 6.9-9.5 11.8Z" />
    </svg>
  );
}

export function BestMark({ label }: { readonly label: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" role="img" aria-label={label}>
      <path d="m12 2.5 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.3 1.3-6.7L2.5 9.5l6.6-.8Z" />
    </svg>
  );
}
