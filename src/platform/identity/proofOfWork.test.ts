/** The client's side of a proof of work: who is asked solves and comes again, and says so if it cannot. */
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import {
  CAN_PROVE,
  type Challenge,
  decodeChallenge,
  encodeChallenge,
  PROOF_ALGORITHM,
  PROOF_FIELD,
  PROOF_OF_WORK,
} from '../../contract/proofOfWork.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { createIdentity } from './identity.ts';
import { type IdentityConfig, namedIdentityError } from './identityCall.ts';
import { refreshTokens } from './identityRefresh.ts';
import { withProof } from './proofOfWork.ts';
import { solveInWorker } from './proofSolver.ts';
import { proofOf } from './solveChallenge.ts';

const HERE = 'https://fans.example';
let challenge: Challenge;
beforeEach(async () => {
  vi.stubGlobal('location', new URL(HERE));
  challenge = await createChallenge({ algorithm: PROOF_ALGORITHM, cost: 10, counter: 25, deriveKey });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const asked = () => namedIdentityError('ProofOfWorkException', encodeChallenge(challenge), 400);

describe('a call that is asked for a proof', () => {
  test('SAF-32c the call is sent again with the proof, and its answer is the answer', async () => {
    const sent: unknown[] = [];
    const answer = await withProof(
      async (given) => `proof of ${given.parameters.nonce}`,
      async (metadata) => {
        sent.push(metadata?.[PROOF_FIELD]);
        if (sent.length === 1) throw asked();
        return 'answer';
      },
    );
    expect(answer).toBe('answer');
    expect(sent).toEqual([CAN_PROVE, `proof of ${challenge.parameters.nonce}`]);
  });

  test('SAF-32c another failure is passed on, and a pool that asks on and on is given up', async () => {
    const solve = vi.fn(async () => 'proof');
    const wrong = namedIdentityError('NotAuthorizedException', 'Incorrect username or password.', 400);
    await expect(withProof(solve, () => Promise.reject(wrong))).rejects.toBe(wrong);
    expect(solve).not.toHaveBeenCalled();
    const run = vi.fn(() => Promise.reject(asked()));
    await expect(withProof(solve, run)).rejects.toMatchObject({ code: 'ProofOfWorkException', retry: 'later' });
    expect([solve.mock.calls.length, run.mock.calls.length]).toEqual([PROOF_OF_WORK.rounds, PROOF_OF_WORK.rounds + 1]);
  });

  test('SAF-32c a challenge that is not solved ends in a sentence that says what to do', async () => {
    const failing = () => Promise.reject(new Error('no worker'));
    const error = await withProof(failing, () => Promise.reject(asked())).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ProofOfWorkException', retry: 'later' });
    expect(errorText('ProofOfWorkException')).toContain('少し時間をおいて、もう一度お試しください。');
  });

  test('SAF-32c a message that is no challenge of ours is a broken answer', async () => {
    const other = encodeChallenge({ parameters: { ...challenge.parameters, algorithm: 'SCRYPT' } });
    for (const text of ['', 'text', btoa('null'), btoa('{}'), other]) {
      const refusal = namedIdentityError('ProofOfWorkException', text, 400);
      const called = withProof(
        async () => 'proof',
        () => Promise.reject(refusal),
      );
      await expect(called, text).rejects.toMatchObject({ code: 'BAD_ANSWER' });
    }
  });
});

describe('calls of the identity provider', () => {
  const configOf = (userPoolEndpoint: string | null): IdentityConfig => ({
    region: 'ap-northeast-1',
    userPoolId: 'ap-northeast-1_x',
    clientId: 'web',
    identityPoolId: 'pool',
    userPoolEndpoint,
    identityPoolEndpoint: null,
  });
  /** Answers the first call with a challenge if the client says it can solve one. Returns what was sent. */
  function stubPool(): { ClientMetadata?: Record<string, string> }[] {
    const sent: { ClientMetadata?: Record<string, string> }[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body));
      sent.push(body);
      const isAsked = body.ClientMetadata?.[PROOF_FIELD] === CAN_PROVE;
      const answer = isAsked ? { __type: 'ProofOfWorkException', message: encodeChallenge(challenge) } : {};
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      return new Response(JSON.stringify(answer), { status: isAsked ? 400 : 200, headers });
    });
    return sent;
  }
  const noSrp = () => Promise.reject(new Error('not here'));

  test('SAF-32c every call tells our own pool that it can solve, and solves', async () => {
    const identity = createIdentity(configOf('/idp'), noSrp, proofOf);
    const calls = [
      () => identity.confirmSignUp('a@example.com', '123456'),
      () => identity.forgotPassword('a@example.com'),
      () => identity.resendCode('a@example.com'),
      () => identity.verifyEmail('token', '123456'),
    ];
    for (const call of calls) {
      const sent = stubPool();
      await call();
      expect(sent).toHaveLength(2);
      const proof = JSON.parse(atob(String(sent[1]?.ClientMetadata?.[PROOF_FIELD])));
      expect(proof).toMatchObject({ challenge, solution: { counter: 25 } });
    }
  });

  test("SAF-32c Amazon's pool hears nothing of proofs, and neither does one that no solver is there for", async () => {
    for (const [endpoint, solve] of [[null, proofOf] as const, ['/idp', undefined] as const]) {
      const sent = stubPool();
      await createIdentity(configOf(endpoint), noSrp, solve).forgotPassword('a@example.com');
      expect(sent).toEqual([{ ClientId: 'web', Username: 'a@example.com' }]);
    }
  });

  test('SAF-32c a refresh solves too, so that a token that ended is told as ended', async () => {
    const sent = stubPool();
    const tokens = { userId: 'aki', session: '1', idToken: '', accessToken: '', refreshToken: 'old', expiresAt: 0 };
    await expect(refreshTokens(configOf('/idp'), tokens, proofOf)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
    expect(sent.map((body) => Object.keys(body.ClientMetadata ?? {}))).toEqual([[PROOF_FIELD], [PROOF_FIELD]]);
    expect(sent[1]?.ClientMetadata?.[PROOF_FIELD]).not.toBe(CAN_PROVE);
  });

  test("SAF-32a what Amazon's firewall blocks is told as many accesses, not as a fault of the fan", () => {
    const blocked = namedIdentityError('ForbiddenException', 'Request blocked', 403);
    expect(blocked).toMatchObject({ code: 'TooManyRequestsException', retry: 'later' });
  });

  test('SAF-32c a sign-in carries the proof to the library', async () => {
    const requests: unknown[] = [];
    const srp = async ({ metadata }: { metadata?: object }): Promise<never> => {
      requests.push(metadata);
      throw requests.length === 1 ? asked() : new AppError('NETWORK', 'later');
    };
    const identity = createIdentity(configOf('/idp'), srp, async () => 'proof');
    await expect(identity.signIn('a@example.com', 'password', 'club')).rejects.toMatchObject({ code: 'NETWORK' });
    expect(requests).toEqual([{ [PROOF_FIELD]: CAN_PROVE }, { [PROOF_FIELD]: 'proof' }]);
  });
});

describe('the worker', () => {
  /** What a worker does with a challenge; `start` may throw as a browser without workers does. */
  function stubWorker(work: (worker: FakeWorker) => void) {
    const ended: FakeWorker[] = [];
    class FakeWorker {
      onmessage: ((event: { data: unknown }) => void) | null = null;
      onerror: ((event: { message: string }) => void) | null = null;
      postMessage = () => queueMicrotask(() => work(this));
      terminate = () => void ended.push(this);
    }
    vi.stubGlobal('Worker', FakeWorker);
    return ended;
  }
  interface FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | null;
    onerror: ((event: { message: string }) => void) | null;
  }

  test('SAF-32c its proof is taken, and it ends with it', async () => {
    const ended = stubWorker((worker) => {
      worker.onmessage?.({ data: { kind: 'ready' } });
      worker.onmessage?.({ data: { kind: 'solved', proof: 'proof' } });
    });
    expect(await solveInWorker(challenge)).toBe('proof');
    expect(ended).toHaveLength(1);
  });

  test('SAF-32c without a worker the page solves; a worker that fails at work is a failure', async () => {
    const counterOf = async () => JSON.parse(atob(await solveInWorker(challenge))).solution.counter;
    vi.stubGlobal('Worker', undefined);
    expect(await counterOf()).toBe(25);
    stubWorker((worker) => worker.onerror?.({ message: 'not loaded' }));
    expect(await counterOf()).toBe(25);
    stubWorker((worker) => {
      worker.onmessage?.({ data: { kind: 'ready' } });
      worker.onerror?.({ message: 'out of memory' });
    });
    await expect(solveInWorker(challenge)).rejects.toThrow('out of memory');
    stubWorker((worker) => worker.onmessage?.({ data: { kind: 'failed', message: 'too slow' } }));
    await expect(solveInWorker(challenge)).rejects.toThrow('too slow');
  });

  test('SAF-32c a worker that says nothing is given up', async () => {
    vi.useFakeTimers();
    const ended = stubWorker(() => undefined);
    const solving = solveInWorker(challenge);
    const refused = expect(solving).rejects.toThrow('no answer of the worker');
    await vi.advanceTimersByTimeAsync(PROOF_OF_WORK.solvingMs + 10_000);
    await refused;
    expect(ended).toHaveLength(1);
  });

  test('SAF-32c a challenge is read as it was written', () => {
    expect(decodeChallenge(encodeChallenge(challenge))).toEqual(challenge);
  });
});
