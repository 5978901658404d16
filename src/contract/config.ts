import * as v from 'valibot';

/**
 * `/config.json`: all the client needs to know about where it is deployed. Served by our server, or a static file on AWS.
 * The client cannot tell our embedded endpoints from Amazon's.
 */
export const ClientConfig = v.object({
  /** Base of the calls of §7, without a trailing slash, e.g. '/f'. */
  api: v.string(),
  apiKey: v.string(),
  identity: v.object({
    region: v.string(),
    userPoolId: v.string(),
    clientId: v.string(),
    identityPoolId: v.string(),
    /** Endpoint of the user pool, absolute or site-relative; null: Amazon's own. */
    userPoolEndpoint: v.nullable(v.string()),
    /** Endpoint of the identity pool; null: Amazon's own. */
    identityPoolEndpoint: v.nullable(v.string()),
  }),
  objects: v.object({
    /** S3 endpoint the browser signs its puts for, absolute or site-relative; null: Amazon's own. */
    endpoint: v.nullable(v.string()),
    region: v.string(),
    bucket: v.string(),
    /** Base address of published pictures: `{publicBase}/{key}`, absolute or site-relative, no trailing slash. */
    publicBase: v.string(),
    /** The server registers posts whose originals follow (PUB-01). Absent: an older server, which wants everything at once. */
    isPreviewFirst: v.optional(v.boolean()),
  }),
});
export type ClientConfig = v.InferOutput<typeof ClientConfig>;

export { thumbnailKey, variantKey } from './pictureKeys.ts';
