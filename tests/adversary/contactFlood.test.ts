/** A stranger with a script fills a club's inbox from the stadium's network: a neighbour there still gets through, and the stranger pays. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTACT_LIMITS } from '../../src/contract/limits.ts';
import { CAN_PROVE, PROOF_FIELD } from '../../src/contract/proofOfWork.ts';
import { messageOf } from '../api/contract/contactRows.ts';
import { CLUB } from '../support/tenants.ts';
import { solve } from './identityServer.ts';
import { type Outside, openOutside } from './outsider.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
}, 60_000);
afterAll(() => outside.close());

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly challenge?: string;
}

/** One message of a visitor of this network. `proof` left out: a sender that never heard of proofs. */
async function write(id: string, proof?: string): Promise<Answer> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
  const body = JSON.stringify({ ...messageOf(id), [PROOF_FIELD]: proof });
  const response = await fetch(`${outside.server.url}/f/contact/item`, { method: 'PUT', headers, body });
  return { status: response.status, ...((await response.json()) as object) };
}
const stored = async (id: string) =>
  (await outside.server.deps.db.selectFrom('contact').select('contact_id').execute()).some(
    ({ contact_id }) => contact_id === id,
  );

test('SAF-32e a flood of messages shuts no neighbour out; each further one costs a proof, good once', async () => {
  for (let n = 0; n < CONTACT_LIMITS.visitors.count; n += 1) expect((await write(`flood${n}`)).status).toBe(200);
  expect(await write('foreign')).toEqual({ status: 429, code: 'RATE_LIMITED' });
  const asked = await write('neighbour', CAN_PROVE);
  expect(asked).toEqual({ status: 429, code: 'PROOF_NEEDED', challenge: expect.any(String) });
  expect(await stored('neighbour')).toBe(false);
  const proof = await solve(asked.challenge ?? '');
  expect((await write('neighbour', proof)).status).toBe(200);
  expect(await stored('neighbour')).toBe(true);
  // It counts: who goes on paying gets harder challenges.
  const paid = outside.server.deps.db.selectFrom('identity_limit').select('count').where('key', 'like', 'proof:%');
  expect(await paid.execute()).toEqual([{ count: 1 }]);
  expect(await write('again', proof)).toMatchObject({ code: 'PROOF_NEEDED' });
  expect(await stored('again')).toBe(false);
}, 60_000);
