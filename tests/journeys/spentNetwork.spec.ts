/** Somebody in the stadium's Wi-Fi used up what the network has; a fan beside them signs up and in all the same (SAF-32). */
import { expect, test } from '@playwright/test';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { demoFan, newFan, signUpAndAgree } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(() => phone.close());

/** A stranger's call from the same network. Returns the exception's name, or `ok`. */
async function call(operation: string, body: object): Promise<string> {
  const response = await fetch(`${product.url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body }),
  });
  return response.ok ? 'ok' : ((await response.json()) as { __type: string }).__type;
}

test('SAF-32a SAF-32c a fan in a spent network signs up and sees a spinner and nothing else', async () => {
  const { page } = phone;
  const { email, password } = demoFan('fan');
  const taken = { Username: email, Password: `${password}-x9`, UserAttributes: [{ Name: 'name', Value: 'x' }] };
  for (let n = 0; n < IDENTITY_LIMITS.takenAddresses.count; n += 1) await call('SignUp', taken);
  const wrong = (n: number) => ({ Username: `nobody${n}@example.jp`, ConfirmationCode: '000000' });
  for (let n = 0; n < RATE_LIMITS.codes.count; n += 1) await call('ConfirmSignUp', wrong(n));
  expect(await call('SignUp', taken)).toBe('TooManyRequestsException');
  expect(await call('ConfirmSignUp', wrong(0))).toBe('TooManyRequestsException');

  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.headers()['x-amzn-errortype'] === 'ProofOfWorkException')
      asked.push(response.request().headers()['x-amz-target']?.split('.')[1] ?? '');
  });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await signUpAndAgree(page, product.url, product, newFan('スタンドの人'));
  expect(asked).toEqual(['SignUp', 'ConfirmSignUp']);
  expect(workers.filter((url) => url.includes('proofWorker'))).toHaveLength(2);
});
