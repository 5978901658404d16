import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { EARLY_SCRIPT_HASH } from '../../build/earlyScript.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { tenantInAddress } from '../../src/contract/tenantInAddress.ts';
import { findTenant } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';

/** Names of the Trusted Types policies the client may create. */
const TRUSTED_TYPES = ['fanphoto'] as const;

/** On an answer inside the server: hash of the page's own style element ('sha256-…'), for its policy. Visitors do not see it. */
export const PAGE_STYLE_HEADER = 'x-page-style';

/** The page other sites may show in a frame (RTE-16); its tenant says which sites. */
const EMBEDDED = /^\/([^/]+)\/mediasite\.html$/;

/**
 * Headers of every page and answer. Only a tenant's page for embedding may stand in a frame of another site, and only pages of a tenant
 * with an analytics id may load Google's script (TEN-12).
 */
export function securityHeaders(
  config: ClientConfig,
  find: (id: string) => Tenant | undefined = findTenant,
): MiddlewareHandler {
  const usual = headersFor(config, { embedders: [], hasAnalytics: false });
  const special = new Map<string, MiddlewareHandler>();
  const choose = (path: string, t: string | undefined) => {
    const isEmbedded = EMBEDDED.test(path);
    const tenant = find(tenantInAddress(path, t));
    const hasAnalytics = tenant !== undefined && tenant.ga !== '';
    if (tenant === undefined || !(isEmbedded || hasAnalytics)) return usual;
    const key = `${tenant.id} ${isEmbedded}`;
    const embedders = isEmbedded ? embeddersOf(tenant) : [];
    const headers = special.get(key) ?? headersFor(config, { embedders, hasAnalytics });
    special.set(key, headers);
    return headers;
  };
  return async (c, next) => {
    await choose(c.req.path, c.req.query('t'))(c, next);
    allowPageStyle(c.res.headers);
  };
}

function allowPageStyle(headers: Headers): void {
  const hash = headers.get(PAGE_STYLE_HEADER);
  if (hash === null) return;
  headers.delete(PAGE_STYLE_HEADER);
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' '${hash}'`));
}

/** What a page's policy opens besides. */
interface Opened {
  readonly embedders: readonly string[];
  readonly hasAnalytics: boolean;
}

/** Where Google's script comes from and what it sends to, without those of advertising. Its hosts for views differ by region. */
const VIEWS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'];
const ANALYTICS = { script: ['https://www.googletagmanager.com'], image: VIEWS, connect: VIEWS };

/** The tenant's official site and what else it names, as origins. */
const embeddersOf = ({ url, embedders = [] }: Tenant): readonly string[] => [new URL(url).origin, ...embedders];

/**
 * The built pages have one inline script, which the policy names by its hash; data blocks need no policy to allow them.
 * Where config.json names other origins (Amazon's endpoints, a picture host), the policy opens to exactly those.
 */
function headersFor(config: ClientConfig, { embedders, hasAnalytics }: Opened): MiddlewareHandler {
  const pictures = originsOf([config.objects.publicBase]);
  const analytics = hasAnalytics ? ANALYTICS : { script: [], image: [], connect: [] };
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", `'${EARLY_SCRIPT_HASH}'`, ...analytics.script],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...pictures, ...analytics.image],
      connectSrc: ["'self'", ...endpointOrigins(config), ...analytics.connect],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'", ...embedders],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: [...TRUSTED_TYPES],
    },
    // The old header knows no list of sites; where it may not stand, CSP's frame-ancestors alone decides.
    xFrameOptions: embedders.length === 0 ? 'SAMEORIGIN' : false,
    xContentTypeOptions: 'nosniff',
    xXssProtection: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Chromium starts a process for a page that has it, and the page waits. The pages' script gives up their opener (earlyScript.js).
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: 'same-origin',
    // Browsers keep origins apart without it; told so, Chromium starts a process for the page, which its photos would wait for.
    originAgentCluster: false,
    permissionsPolicy: {
      camera: ['self'],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    // Whoever terminates TLS in front of us knows whether every name of the host has it.
    strictTransportSecurity: false,
  });
}

/** Where the client connects to besides our own origin. */
function endpointOrigins({ api, identity, objects }: ClientConfig): string[] {
  const { region } = identity;
  return originsOf([
    api,
    identity.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
    identity.identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`,
    // The client names the bucket in the path.
    objects.endpoint ?? `https://s3.${objects.region}.amazonaws.com`,
    objects.publicBase,
  ]);
}

/** Origins of absolute addresses; site-relative ones are 'self'. */
const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.filter((address) => /^https?:/.test(address)).map((address) => new URL(address).origin)),
];
