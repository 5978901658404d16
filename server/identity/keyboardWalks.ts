/** Passwords that are a walk over the keyboard or the alphabet (ACC-12c): there are more of them than any list has. */
const KEYBOARD = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  '!"#$%&()',
  '!@#$%^&*()',
];
/** Prefix tree over every piece of a walk, in both directions: the longest walk at a place is found by following its characters. */
interface WalkNode {
  readonly next: Map<string, WalkNode>;
}
const WALKS: WalkNode = { next: new Map() };
for (const row of KEYBOARD.flatMap((line) => [line, [...line].reverse().join('')]))
  for (let at = 0; at < row.length; at += 1) {
    let node = WALKS;
    for (const character of row.slice(at)) {
      const next = node.next.get(character) ?? { next: new Map() };
      node.next.set(character, next);
      node = next;
    }
  }

/** Hardly more than a walk over the keyboard or the alphabet: again and again the longest piece of one is taken out. */
export function isWalk(text: string): boolean {
  let rest = text;
  for (;;) {
    let from = 0;
    let longest = 0;
    for (let at = 0; at < rest.length; at += 1) {
      const length = walkAt(rest, at);
      if (length > longest) [from, longest] = [at, length];
    }
    if (longest < 4) return rest.length <= 2;
    rest = rest.slice(0, from) + rest.slice(from + longest);
  }
}

/** Length of the longest walk that begins there. */
function walkAt(text: string, at: number): number {
  let length = 0;
  for (let node = WALKS.next.get(text.charAt(at)); node; node = node.next.get(text.charAt(at + length))) length += 1;
  return length;
}
