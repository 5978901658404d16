const EVENT = 'screen-broke';

/** A screen broke and says so: React keeps such an error to itself. */
export const tellScreenBroke = (): void => void dispatchEvent(new Event(EVENT));

export const onScreenBroke = (listener: () => void): void => addEventListener(EVENT, listener);
