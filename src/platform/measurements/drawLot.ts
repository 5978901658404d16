import { MEASUREMENTS } from '../../contract/measurementLimits.ts';

/** Whether this page load, or this pass of the worker, is one of those that measure. */
export const drawLot = (random: () => number = Math.random): boolean => random() * MEASUREMENTS.oneIn < 1;
