import { caseHandlers } from './caseHandlers.ts';
import { contentHandlers } from './contentHandlers.ts';
import { figureHandlers } from './figureHandlers.ts';
import { highlightsStaffHandlers } from './highlightsHandlers.ts';
import { inboxHandlers } from './inboxHandlers.ts';
import { logHandlers } from './logHandlers.ts';
import { moveHandlers } from './moveHandlers.ts';
import { newsHandlers } from './newsHandlers.ts';
import { peopleHandlers } from './peopleHandlers.ts';
import { staffPhotoHandlers } from './photoHandlers.ts';
import type { StaffHandlers } from './staffHandlers.ts';
import { teamHandlers } from './teamHandlers.ts';
import { wallStaffHandlers } from './wallHandlers.ts';
import { wordHandlers } from './wordHandlers.ts';

/** A handler for every call of the desk; one that is missing does not compile. */
export const allStaffHandlers: StaffHandlers = {
  ...teamHandlers,
  ...logHandlers,
  ...caseHandlers,
  ...peopleHandlers,
  ...inboxHandlers,
  ...staffPhotoHandlers,
  ...contentHandlers,
  ...moveHandlers,
  ...newsHandlers,
  ...wordHandlers,
  ...figureHandlers,
  ...wallStaffHandlers,
  ...highlightsStaffHandlers,
};
