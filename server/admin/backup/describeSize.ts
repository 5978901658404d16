/** Sizes as people read them. */
export function describeSize(bytes: number): string {
  const [unit, word] = (
    [
      [1e9, 'GB'],
      [1e6, 'MB'],
      [1e3, 'kB'],
    ] as const
  ).find(([least]) => bytes >= least) ?? [1, 'bytes'];
  return `${(bytes / unit).toFixed(unit === 1 ? 0 : 1)} ${word}`;
}
