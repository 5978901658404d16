/** When posts may leave by themselves (T29). A post with `forceSend` goes regardless. */

/** The fan's own settings, of this device and for every post. */
export interface SendRules {
  /** Nothing leaves by itself. */
  readonly isPaused: boolean;
  /** Not over a mobile line, as far as the browser tells. */
  readonly isWifiOnly: boolean;
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

export function blockedReasonOf({ isPaused, isWifiOnly }: SendRules, line: LineFacts): SendBlockedReason | null {
  if (isPaused) return 'paused';
  return isWifiOnly && isMetered(line) ? 'metered' : null;
}

/** A browser that knows the kind of line is believed; else the data saver tells that data is dear. */
const isMetered = ({ type, saveData }: LineFacts): boolean =>
  type === undefined || type === 'unknown' ? saveData === true : type === 'cellular' || type === 'bluetooth';

/** Whether 'only on Wi-Fi' means anything in this browser. */
export const tellsLine = ({ type, saveData }: LineFacts): boolean => type !== undefined || saveData === true;
