// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askToNotify, declineToNotify, notifyState } from './notifyChoice.ts';

const requestPermission = vi.fn(async () => 'granted');
const browser = (permission: string) => vi.stubGlobal('Notification', { permission, requestPermission });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('SyncManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('QUE-04e the browser’s question comes only from a press of our button', async () => {
  browser('default');
  expect(notifyState()).toBe('ask');
  expect(requestPermission).not.toHaveBeenCalled();
  requestPermission.mockImplementationOnce(async () => {
    browser('granted');
    return 'granted';
  });
  expect(await askToNotify()).toBe('on');
});

test('QUE-04e who declined is not asked again; who denied it in the browser is told', () => {
  browser('default');
  declineToNotify();
  expect(notifyState()).toBe('declined');
  browser('denied');
  expect(notifyState()).toBe('denied');
});

test('QUE-04e T07 a browser that sends nothing while the app is closed is offered no notification of it', () => {
  browser('default');
  vi.stubGlobal('SyncManager', undefined);
  expect(notifyState()).toBe('off');
});

test('QUE-04e a browser without notifications is asked nothing', () => {
  vi.stubGlobal('Notification', undefined);
  expect(notifyState()).toBe('off');
});
