/** CPU time of a calculation, in milliseconds: waiting for a busy machine's core is not in it. The least of a few runs. */
export function costOf(run: () => unknown, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
/** Takes about 20 ms on the machine the bound was written on; on a slower one as much longer as everything else. */
function yardstick(): number {
  let sum = 0;
  for (let i = 0; i < 800; i += 1)
    for (const part of 'the quick brown fox jumps over the lazy dog '.repeat(40).split(' '))
      sum += part.normalize('NFKC').length;
  return sum;
}
/** Milliseconds of CPU that are too many for one text (SAF-01), as fast as this machine is now: other tests share its cores and caches. */
export const boundNow = (): number => Math.max(20, costOf(yardstick, 5));
export const bound = boundNow();
