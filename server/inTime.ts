/**
 * `work`, or what `onLate` gives or throws when it takes longer than `ms` milliseconds. The work itself goes on: it is not stopped.
 * No timer is left when it is settled.
 */
export async function inTime<T, L>(ms: number, work: Promise<T>, onLate: () => L | Promise<L>): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  }).then(onLate);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
