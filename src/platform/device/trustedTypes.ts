/** Trusted Types (CSP `require-trusted-types-for 'script'; trusted-types fanphoto`): the one policy of the product. */

/** The part of the API we use; not every TypeScript library knows it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): object };
}

const { trustedTypes } = globalThis as typeof globalThis & { readonly trustedTypes?: TrustedTypes };

/** Google's script for page views (`platform/analytics`). The policy of a tenant without an analytics id lets nobody load it. */
const ANALYTICS = /^https:\/\/www\.googletagmanager\.com\/gtag\/js\?id=G-[A-Z0-9]+$/;

const policy = trustedTypes?.createPolicy('fanphoto', {
  createScriptURL(url) {
    const isOurs = new URL(url, location.href).origin === location.origin;
    if (!isOurs && !ANALYTICS.test(url)) throw new TypeError('Script of another origin');
    return url;
  },
});

/** An address of our own origin, or of the script for page views, as script elements and workers accept it. @throws TypeError for any other */
export function trustedScriptUrl(url: string): string | URL {
  // The DOM takes TrustedScriptURL wherever the typings say URL.
  return policy === undefined ? url : (policy.createScriptURL(url) as URL);
}
