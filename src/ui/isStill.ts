/** Has the fan asked the device for less motion? */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
