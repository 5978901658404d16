import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { contactRows } from './contactRows.ts';
import { eventRows } from './eventRows.ts';
import { mediaRows } from './mediaRows.ts';
import type { Rows } from './rowTypes.ts';
import { socialRows } from './socialRows.ts';
import { userRows } from './userRows.ts';
import { wallRows } from './wallRows.ts';

/** A row for every call of a fan or visitor. */
export const rows: Rows<EndpointName> = {
  ...userRows,
  ...mediaRows,
  ...socialRows,
  ...eventRows,
  ...contactRows,
  ...wallRows,
};
