/** The motion in which a picture or the track comes to rest; none for those who asked for less of it. */
export const SETTLE_MS = 220;
export const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
