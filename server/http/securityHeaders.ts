import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ClientConfig } from '../../src/contract/config.ts';

/** Names of the Trusted Types policies the client may create. */
export const TRUSTED_TYPES = ['default', 'fanphoto'] as const;

/**
 * Headers of every page and answer. The built pages have no inline script but data blocks, which no policy needs to allow.
 * Where config.json names other origins (Amazon's endpoints, a picture host), the policy opens to exactly those.
 */
export function securityHeaders(config: ClientConfig): MiddlewareHandler {
  const pictures = originsOf([config.objects.publicBase]);
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:', ...pictures],
      connectSrc: ["'self'", ...endpointOrigins(config)],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: [...TRUSTED_TYPES],
    },
    // The page frame of mediasite.html is embedded by our own pages only; CSP's frame-ancestors says the same.
    xFrameOptions: 'SAMEORIGIN',
    xContentTypeOptions: 'nosniff',
    xXssProtection: false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
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
