import { type Page, test } from '@playwright/test';
import { openPhone, type Phone } from './phone.ts';

type PhoneOptions = Parameters<typeof openPhone>[0];

/** For a file whose tests have several people. Returns how to open a phone without a worker; all are closed after each test. */
export function preparePhones(usual: PhoneOptions = { hasWorker: false }): (options?: PhoneOptions) => Promise<Page> {
  let phones: Phone[] = [];
  test.afterEach(async () => {
    await Promise.all(phones.map((phone) => phone.close()));
    phones = [];
  });
  return async (options) => {
    const phone = await openPhone({ ...usual, ...options });
    phones.push(phone);
    return phone.page;
  };
}
