/** Where a single letter is a shortcut, and which one. */

export type Shortcut =
  | 'help'
  | 'search'
  | 'post'
  | 'home'
  | 'gallery'
  | 'events'
  | 'myPage'
  | 'notices'
  | 'next'
  | 'previous'
  | 'like'
  | 'comment'
  | 'bookmark';

const SINGLE: Readonly<Record<string, Shortcut>> = {
  '?': 'help',
  '/': 'search',
  n: 'post',
  j: 'next',
  k: 'previous',
  l: 'like',
  c: 'comment',
  b: 'bookmark',
};
/** After a g. */
const GO: Readonly<Record<string, Shortcut>> = { h: 'home', p: 'gallery', e: 'events', m: 'myPage', n: 'notices' };
/** So long a g waits for its second letter. */
const WAIT_MS = 1500;

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'timeStamp'
>;

/** Reads one key after the other; null: none of ours, or the first of two. */
export function createShortcutReader(): (pressed: PressedKey) => Shortcut | null {
  let wentAt = Number.NEGATIVE_INFINITY;
  return (pressed) => {
    const { altKey, ctrlKey, metaKey, repeat, isComposing, defaultPrevented, timeStamp } = pressed;
    // Caps Lock is no Shift.
    const key = pressed.shiftKey ? pressed.key : pressed.key.toLowerCase();
    if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented || repeat) return null;
    const isSecond = timeStamp - wentAt < WAIT_MS;
    if (key !== 'Shift') wentAt = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
    const table = isSecond ? GO : SINGLE;
    return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
  };
}

/** Letters are text there, or choose an option. */
const FIELDS = 'input, textarea, select, [contenteditable], [role=menu] *, [role=listbox] *';

export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.matches(FIELDS);
