/** Which photos of a list are selected (KEP-02): pure moves from one selection to the next. */
export interface SelectedKeys {
  /** Keys of the photos (`media_url`), in the order they were selected. */
  readonly keys: ReadonlySet<string>;
  /** The photo last pressed: where a range begins. */
  readonly anchor: string | null;
}

export interface SelectionBounds {
  /** Keys of the list's photos, in its order. */
  readonly order: readonly string[];
  readonly max: number;
}

export interface PhotoRange {
  readonly from: string;
  readonly to: string;
  /** Selects them; false: takes them out. */
  readonly isOn: boolean;
}

export const NOTHING_SELECTED: SelectedKeys = { keys: new Set(), anchor: null };

/** One photo in or out. Beyond `max` none comes in. */
export function toggleSelected({ keys }: SelectedKeys, key: string, max: number): SelectedKeys {
  const next = new Set(keys);
  if (!next.delete(key) && next.size < max) next.add(key);
  return { keys: next, anchor: key };
}

/** All photos between two, both included, in or out; what else is selected stays. From `from` on, as far as `max` goes. */
export function selectRange(
  base: SelectedKeys,
  { from, to, isOn }: PhotoRange,
  { order, max }: SelectionBounds,
): SelectedKeys {
  const start = order.indexOf(from);
  const end = order.indexOf(to);
  // Gone from the list meanwhile.
  if (start < 0 || end < 0) return base;
  const part = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  const keys = new Set(base.keys);
  for (const key of start <= end ? part : part.reverse())
    if (!isOn) keys.delete(key);
    else if (keys.size < max) keys.add(key);
  return { keys, anchor: from };
}

/** The list's photos as far as `max` goes; what was selected before comes first. */
export function selectAllOf({ keys, anchor }: SelectedKeys, { order, max }: SelectionBounds): SelectedKeys {
  return { keys: new Set([...new Set([...keys, ...order])].slice(0, max)), anchor };
}

/** Takes photos out, such as those that were deleted. */
export function withoutKeys({ keys, anchor }: SelectedKeys, gone: ReadonlySet<string>): SelectedKeys {
  return { keys: new Set([...keys].filter((key) => !gone.has(key))), anchor };
}

/** The photo `steps` further in the list, as far as it goes; the first one where `key` is not in it. */
export function keyBeside(order: readonly string[], key: string | null, steps: number): string | undefined {
  const at = key === null ? -1 : order.indexOf(key);
  return at < 0 ? order[0] : order[Math.min(order.length - 1, Math.max(0, at + steps))];
}
