/** When posts may leave by themselves (T29). A post with `forceSend` goes regardless. */
import type { Stage } from './stages.ts';

/** The fan's own settings, of this device and for every post. */
export interface SendRules {
  /** Nothing leaves by itself. */
  readonly isPaused: boolean;
  /** What may leave over a mobile line, as far as the browser tells: all of it, all but originals (PUB-02), or nothing. */
  readonly onMetered: 'everything' | 'posts' | 'nothing';
}

/** What the browser tells about the line; absent where it tells nothing. */
export interface LineFacts {
  /** 'cellular', 'wifi' …; undefined: not told. */
  readonly type?: string | undefined;
  /** The device's own data saver. */
  readonly saveData?: boolean | undefined;
}

/** Why posts do not leave by themselves now. */
export type SendBlockedReason = 'paused' | 'metered';

export function blockedReasonOf(
  { isPaused, onMetered }: SendRules,
  line: LineFacts,
  stage: Stage,
): SendBlockedReason | null {
  if (isPaused) return 'paused';
  const isAllowed = onMetered === 'everything' || (onMetered === 'posts' && stage === 'post');
  return !isAllowed && isMetered(line) ? 'metered' : null;
}

/** The rules as they are stored. Builds before knew two choices, under a name of their own. */
export interface StoredRules extends Partial<SendRules> {
  readonly isWifiOnly?: boolean;
}

/** Rules of any build, lifted to the present three choices. What a build before wrote after us, in a rollback, counts. */
export function liftRules({ isWifiOnly, isPaused = false, onMetered }: StoredRules = {}): SendRules {
  const isOlderWord = onMetered === undefined || (isWifiOnly !== undefined && isWifiOnly !== oldRule(onMetered));
  return { isPaused, onMetered: isOlderWord ? (isWifiOnly ? 'nothing' : 'everything') : onMetered };
}

/** As a build before reads them, too: whoever spares the mobile line for originals does not want whole posts on it. */
export const storableRules = (rules: SendRules): StoredRules => ({ ...rules, isWifiOnly: oldRule(rules.onMetered) });

const oldRule = (onMetered: SendRules['onMetered']): boolean => onMetered !== 'everything';

/** A browser that knows the kind of line is believed; else the data saver tells that data is dear. */
const isMetered = ({ type, saveData }: LineFacts): boolean =>
  type === undefined || type === 'unknown' ? saveData === true : type === 'cellular' || type === 'bluetooth';

/** Whether a rule for mobile lines means anything in this browser. */
export const tellsLine = ({ type, saveData }: LineFacts): boolean => type !== undefined || saveData === true;
