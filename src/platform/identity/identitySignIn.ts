import { AppError } from '../../contract/errors.ts';
import { askWorkerOnce } from '../device/askWorkerOnce.ts';
import { namedIdentityError } from './identityCall.ts';
import type { IssuedTokens, SrpRequest, SrpSignIn } from './identitySrp.ts';
import type { SignInAnswer } from './identityWorker.ts';
import workerUrl from './identityWorker.ts?worker&url';

/** Three round trips and the arithmetic of a slow phone, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * SRP sign-in in a worker, which ends with it; on the page itself where the worker cannot be had.
 * @throws AppError as `Identity` says
 */
export const signInInWorker: SrpSignIn = async (request) => {
  const answer = (await askWorker(request)) ?? (await signInOnPage(request));
  if (answer.kind === 'issued') return answer.tokens;
  throw refusalOf(answer.name, answer.message);
};

type Result = Exclude<SignInAnswer, { readonly kind: 'ready' }>;

/** null: the worker did not come up. */
const askWorker = (question: SrpRequest): Promise<Result | null> =>
  askWorkerOnce<SignInAnswer>({
    url: workerUrl,
    name: 'identity',
    question,
    timeoutMs: TIMEOUT_MS,
    answerFailure: (name, message) => ({ kind: 'refused', name, message }),
  });

async function signInOnPage(request: SrpRequest): Promise<Result> {
  const { signInBySrp } = await import('./identitySrp.ts').catch((cause: unknown) => {
    throw new AppError('NETWORK', 'later', { cause });
  });
  // The button's busy state is drawn before the arithmetic stops the page.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  try {
    const tokens: IssuedTokens = await signInBySrp(request);
    return { kind: 'issued', tokens };
  } catch (error) {
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    return { kind: 'refused', name: code ?? name ?? 'Error', message: message ?? '' };
  }
}

function refusalOf(name: string, message: string): AppError {
  if (name === 'NetworkError') return new AppError('NETWORK', 'later');
  if (name === 'Timeout') return new AppError('TIMEOUT', 'later');
  // The library stumbles over answers that are not the identity provider's, such as a captive portal's page.
  if (/^(Type|Syntax|Range)?Error$/u.test(name)) return new AppError('BAD_ANSWER', 'later', { cause: message });
  return namedIdentityError(name, message, 400);
}
