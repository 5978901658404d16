/**
 * Changes no test notices, each with the reason why none could or should. `npm run test:mutants` ends non-zero where one is missing
 * here, and where one is here that a test notices.
 */
export interface Survivor {
  readonly file: string;
  /** Text that was changed, and what it became; white space as one blank, the middle of long ones left out (`shortened`). */
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

export const survivors: readonly Survivor[] = [];
