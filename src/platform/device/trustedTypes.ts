/** Trusted Types (CSP `require-trusted-types-for 'script'; trusted-types fanphoto`): the one policy of the product. */

/** The part of the API we use; not every TypeScript library knows it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): object };
}

const { trustedTypes } = globalThis as typeof globalThis & { readonly trustedTypes?: TrustedTypes };

const policy = trustedTypes?.createPolicy('fanphoto', {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Script of another origin');
    return url;
  },
});

/** An address of our own origin as `new Worker` and `serviceWorker.register` accept it. @throws TypeError for any other origin */
export function trustedScriptUrl(url: string): string | URL {
  // The DOM takes TrustedScriptURL wherever the typings say URL.
  return policy === undefined ? url : (policy.createScriptURL(url) as URL);
}
