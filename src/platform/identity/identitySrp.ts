import { AuthenticationDetails, CognitoUser, CognitoUserPool, type ICognitoStorage } from 'amazon-cognito-identity-js';

export interface SrpRequest {
  /** Absolute address of the user pool. */
  readonly endpoint: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly email: string;
  readonly password: string;
  readonly tenant: string;
  /** What the pool is told besides, such as a proof of work. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface IssuedTokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export type SrpSignIn = (request: SrpRequest) => Promise<IssuedTokens>;

/** Tokens are kept by us (`identityTokens.ts`): the library must leave no second copy behind. */
const forgetful: ICognitoStorage = {
  setItem: () => undefined,
  getItem: () => null,
  removeItem: () => undefined,
  clear: () => undefined,
};

/** The handshake was over, as after a call whose answer was lost and that the browser sent again: not the password's fault. */
const isHandshakeOver = (error: unknown): boolean =>
  error instanceof Error && /^Invalid session for the user/.test(error.message);

/** SRP sign-in: once more from the beginning where the handshake was over. Rejects as `signInOnce`. */
export const signInBySrp: SrpSignIn = (request) =>
  signInOnce(request).catch((error: unknown) => {
    if (!isHandshakeOver(error)) throw error;
    return signInOnce(request);
  });

/**
 * SRP sign-in by Amazon's library. It computes for 130–300 ms (up to 0.9 s on a slow phone) in one go: run it in a worker.
 * Rejects with the library's error: `name` (or `code`) is the exception, 'NetworkError' when there was no answer.
 */
const signInOnce: SrpSignIn = (request) =>
  new Promise((resolve, reject) => {
    const pool = new CognitoUserPool({
      UserPoolId: request.userPoolId,
      ClientId: request.clientId,
      endpoint: request.endpoint,
      Storage: forgetful,
    });
    const user = new CognitoUser({ Username: request.email, Pool: pool, Storage: forgetful });
    const details = new AuthenticationDetails({
      Username: request.email,
      Password: request.password,
      ValidationData: { ...request.metadata, tenant_id: request.tenant },
      ClientMetadata: { ...request.metadata, tenant_id: request.tenant },
    });
    user.authenticateUser(details, {
      onSuccess(session) {
        const id = session.getIdToken();
        resolve({
          idToken: id.getJwtToken(),
          accessToken: session.getAccessToken().getJwtToken(),
          refreshToken: session.getRefreshToken().getToken(),
          expiresIn: id.getExpiration() - id.getIssuedAt(),
        });
      },
      onFailure: reject,
      newPasswordRequired: () => reject(challenge('NEW_PASSWORD_REQUIRED')),
      mfaRequired: () => reject(challenge('SMS_MFA')),
      totpRequired: () => reject(challenge('SOFTWARE_TOKEN_MFA')),
    });
  });

/** Our pool asks for no further step. */
const challenge = (name: string) => Object.assign(new Error(name), { name: 'InvalidParameterException' });
