/**
 * Every query parameter of a page. All others change nothing of it: the server's cache and the edge (`server/deploy/nginx.conf`) leave them
 * out (HLF-15). The client reads addresses by `PageParams`, which knows these alone.
 */

import { FACET_PARAMS, type FacetParam } from './photoFields.ts';
import { SORT_PARAM } from './photoSorts.ts';

const OTHERS = [
  ...(['e', 's', 'u', 'photographer', SORT_PARAM, 'q', 'p', 't', 'tab', 'mode', 'kind', 'list'] as const),
  ...(['open', 'gender', 'month', 'text', 'event_name', 'arrived'] as const),
] as const;

export type PageParameter = FacetParam | (typeof OTHERS)[number];
export const PAGE_PARAMETERS: readonly PageParameter[] = [...FACET_PARAMS, ...OTHERS];
