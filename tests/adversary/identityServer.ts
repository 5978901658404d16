/** The identity provider behind a real HTTP socket, and a stranger's client that knows the protocol and nothing else. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { CAN_PROVE, decodeChallenge, encodeProof, PROOF_FIELD } from '../../src/contract/proofOfWork.ts';
import type { TestIdentity } from '../api/identitySetup.ts';

/** Tells the server which network a request comes from, as the load balancer in front of it would. */
const NETWORK_HEADER = 'x-test-network';

export interface Answer {
  readonly status: number;
  /** Exception name, or `ok`. */
  readonly name: string;
  readonly message: string;
  readonly retryAfter: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts the pool on a free port. `close` ends it. */
export async function serveIdentity({ pool }: Pick<TestIdentity, 'pool'>) {
  const server = createAdaptorServer({ fetch: (request) => pool.fetch(request, request.headers.get(NETWORK_HEADER)) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/idp`;

  /** One operation. `proof` left out: the client of somebody who never heard of proofs, such as Amplify. */
  async function send(operation: string, body: object, network: string, proof?: string): Promise<Answer> {
    const metadata = proof === undefined ? {} : { ClientMetadata: { [PROOF_FIELD]: proof } };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        [NETWORK_HEADER]: network,
      },
      body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body, ...metadata }),
    });
    const answer = (await response.json()) as { readonly __type?: string; readonly message?: string };
    return {
      status: response.status,
      name: response.ok ? 'ok' : String(answer.__type),
      message: answer.message ?? '',
      retryAfter: response.headers.get('retry-after'),
      body: answer,
    };
  }

  /** As the web client does it: solves a challenge if the server asks for a proof, and sends the call again. */
  async function sendWithProof(operation: string, body: object, network: string): Promise<Answer> {
    const answer = await send(operation, body, network, CAN_PROVE);
    if (answer.name !== 'ProofOfWorkException') return answer;
    return send(operation, body, network, await solve(answer.message));
  }
  return { send, sendWithProof, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Solves the challenge of a refusal. Returns the proof. */
export async function solve(message: string): Promise<string> {
  const challenge = decodeChallenge(message);
  if (challenge === null) throw new Error(`no challenge: ${message}`);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('not solved in time');
  return encodeProof({ challenge, solution });
}
