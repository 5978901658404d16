/** Sides of a comparison take turns in an order of chance: what a machine does every other second meets each of them. */

/** A new list of the same in an order of chance. */
export function shuffled<T>(list: readonly T[], random: () => number = Math.random): T[] {
  const left = [...list];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other] as T, left[last] as T];
  }
  return left;
}

/** Each of these once a round, one after the other, in another order of chance every round. */
export async function takeTurns<Name extends string, T>(
  names: readonly Name[],
  rounds: number,
  run: (name: Name) => Promise<T>,
  random: () => number = Math.random,
): Promise<Record<Name, T>[]> {
  const all: Record<Name, T>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const found = {} as Record<Name, T>;
    for (const name of shuffled(names, random)) found[name] = await run(name);
    all.push(found);
  }
  return all;
}
