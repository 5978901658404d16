import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { staffEndpoints } from '../../src/contract/staffEndpoints.ts';

/** Operations of the identity services worth telling apart; a name made up by a caller is none of them. */
const OPERATION =
  /\.(SignUp|ConfirmSignUp|ResendConfirmationCode|ForgotPassword|ConfirmForgotPassword|ChangePassword|InitiateAuth|GetTokensFromRefreshToken|RespondToAuthChallenge|GetUser|UpdateUserAttributes|VerifyUserAttribute|GetUserAttributeVerificationCode|DeleteUser|GlobalSignOut|RevokeToken|GetId|GetCredentialsForIdentity)$/;

/** Longest first: a fixed segment wins over a parameter, as in the router. */
const calls = Object.values<Endpoint>({ ...endpoints, ...staffEndpoints })
  .map(({ method, path }) => ({
    method,
    name: `/f${path}`,
    isFixed: !path.includes('{'),
    pattern: new RegExp(`^/f${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => Number(b.isFixed) - Number(a.isFixed));

/**
 * The template of a request's address: what logs and metrics may say about it. Few, and without anything of the caller.
 * @param target the `x-amz-target` header, which names the operation of an identity call
 */
export function routeName(method: string, pathname: string, target: string | null): string {
  if (pathname.startsWith('/f/')) {
    return calls.find((call) => call.method === method && call.pattern.test(pathname))?.name ?? '/f/*';
  }
  if (pathname === '/idp' || pathname === '/identity') {
    const operation = OPERATION.exec(target ?? '')?.[1];
    return operation === undefined ? pathname : `${pathname} ${operation}`;
  }
  if (pathname.startsWith('/idp/')) return '/idp/*';
  if (pathname.startsWith('/s3/')) return '/s3/{bucket}/{key}';
  if (pathname.startsWith('/assets/')) return '/assets/*';
  if (/^\/(?:dev\/mailbox|config\.json|status\.json|healthz|metrics|sw\.js|sender\.js)$/.test(pathname))
    return pathname;
  return /(?:\/|\.html)$/.test(pathname) ? 'page' : 'file';
}
