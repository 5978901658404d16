// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, expect, test, vi } from 'vitest';
import { changing, fakeServices, renderWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { CAN_PROVE, encodeChallenge, PROOF_ALGORITHM, PROOF_FIELD } from '../../contract/proofOfWork.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { hasDirtyForm } from '../../ui/dirtyForms.ts';
import { ContactModal } from './ContactModal.tsx';

const solve = vi.hoisted(() => vi.fn<(challenge: unknown) => Promise<string>>());
vi.mock('../../platform/identity/proofSolver.ts', () => ({ solveInWorker: solve }));

let state: SessionState = { status: 'anonymous' };
let isOnline = true;
const putContact = vi.fn<(input: { body: { contact_id: string } }) => Promise<{ result: 'ok'; code_sent?: boolean }>>();
const putContactCode = vi.fn<(input: { body: { code: string } }) => Promise<{ result: 'ok' }>>();

const open = (photo: string | null = null) =>
  renderWith(
    <ContactModal photo={photo} onClose={() => {}} />,
    fakeServices({
      state,
      api: { putContact, putContactCode },
      session: { fetchProfile: async () => ({ email: 'own@example.jp' }) },
    }),
  );
beforeEach(() => {
  sessionStorage.clear();
  putContact.mockReset().mockResolvedValue({ result: 'ok' });
  state = { status: 'anonymous' };
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => act(async () => void fireEvent.submit(field(texts.message)));

test('MOD-01a a visitor writes to the operator: what is missing is said, what was written goes once', async () => {
  const { stack } = await open();
  await send();
  expect(document.body.textContent).toContain(texts.missing);
  expect(putContact).not.toHaveBeenCalled();
  expect(hasDirtyForm()).toBe(false);
  write(texts.message, '写真が回転します');
  write(texts.email, 'fan@example.jp');
  expect(hasDirtyForm()).toBe(true);
  putContact.mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  await send();
  expect(document.body.textContent).toContain(texts.kept);
  write(texts.message, '');
  expect(document.body.textContent).not.toContain(texts.kept);
  write(texts.message, '写真が回転します');
  await send();
  const [first, second] = putContact.mock.calls.map(([{ body }]) => body);
  // A second try on a bad line is the same message.
  expect(second).toEqual(first);
  expect(second).toMatchObject({ message: '写真が回転します', email: 'fan@example.jp', topic: 'usage' });
  expect(stack()).toEqual([{ mode: 'result', text: texts.sent }]);
});

test('SAF-32e where the network sent many, the form solves what the server asks and sends again', async () => {
  const { stack } = await open();
  write(texts.message, '質問です');
  write(texts.email, 'fan@example.jp');
  const challenge = await createChallenge({ algorithm: PROOF_ALGORITHM, cost: 10, counter: 25, deriveKey });
  putContact.mockRejectedValueOnce(new AppError('PROOF_NEEDED', 'later', { challenge: encodeChallenge(challenge) }));
  solve.mockResolvedValueOnce('the proof');
  await send();
  expect(solve.mock.calls).toEqual([[challenge]]);
  expect(putContact.mock.calls.map(([{ body }]) => body)).toMatchObject([
    { message: '質問です', [PROOF_FIELD]: CAN_PROVE },
    { message: '質問です', [PROOF_FIELD]: 'the proof' },
  ]);
  expect(stack()).toEqual([{ mode: 'result', text: texts.sent }]);
});

test('MOD-01a T28 a closed form keeps what was written until it is sent; without signal it cannot be sent', async () => {
  isOnline = false;
  await open();
  write(texts.message, 'あとで送る');
  write(texts.email, 'fan@example.jp');
  expect(document.body.textContent).toContain(texts.offline);
  await send();
  expect(putContact).not.toHaveBeenCalled();
  cleanup();
  isOnline = true;
  await open();
  expect(field(texts.message).value).toBe('あとで送る');
  await send();
  expect(putContact).toHaveBeenCalledTimes(1);
  cleanup();
  await open();
  expect(field(texts.message).value).toBe('');
});

test('MOD-01a a reported photo goes along by its key, apart from any other message', async () => {
  const key = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
  await open(key);
  expect(document.body.textContent).toContain(texts.aboutPhoto);
  write(texts.message, '無断転載です');
  write(texts.email, 'fan@example.jp');
  cleanup();
  await open();
  expect(field(texts.message).value).toBe('');
  cleanup();
  await open(key);
  await send();
  const body = putContact.mock.calls[0]?.[0].body;
  expect(body).toMatchObject({ topic: 'photo', message: `無断転載です\n\n${texts.photoLine(key)}` });
});

test('MOD-01a a fan’s own address stands there, can be changed, and the draft is nobody else’s', async () => {
  state = { status: 'signedIn', user: { id: 'me', name: '', usepermit: true } };
  await open();
  expect(field(texts.email).value).toBe('own@example.jp');
  write(texts.email, '');
  expect(field(texts.email).value).toBe('');
  write(texts.message, '秘密');
  cleanup();
  state = { status: 'anonymous' };
  await open();
  expect(field(texts.message).value).toBe('');
});

test('OVL-02c an open message is not the next fan’s, with its address; a login that ends leaves it', async () => {
  const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: '', usepermit: true } });
  const session = changing<SessionState>({ status: 'anonymous' });
  const fetchProfile = async () => {
    const now = session.getState();
    return { email: now.status === 'anonymous' ? '' : `${now.user.id}@example.jp` };
  };
  const services = fakeServices({ state: session.getState, session: { ...session, fetchProfile } });
  await renderWith(<ContactModal photo={null} onClose={() => {}} />, services);
  const values = () => [texts.message, texts.email].map((label) => field(label).value);
  write(texts.message, '秘密');
  await session.change(fan('aki'));
  expect(values(), 'the first login').toEqual(['秘密', 'aki@example.jp']);
  write(texts.message, '秘密です');
  await session.change({ status: 'anonymous' });
  expect(values()).toEqual(['秘密です', 'aki@example.jp']);
  await session.change(fan('ben'));
  expect(values()).toEqual(['', 'ben@example.jp']);
  write(texts.email, 'another@example.jp');
  await session.change(fan('aki'));
  expect(values()).toEqual(['秘密です', 'aki@example.jp']);
});

test('STF-10a a takedown request needs claimant and photo, and is sent with the code that was mailed', async () => {
  const { stack } = await open();
  fireEvent.change(field(texts.topic), { target: { value: 'takedown' } });
  write(texts.message, '無断で写っています');
  write(texts.email, 'rights@example.jp');
  await send();
  expect(document.body.textContent).toContain(texts.claimantMissing);
  expect(document.body.textContent).toContain(texts.photoMissing);
  expect(putContact).not.toHaveBeenCalled();
  write(texts.claimant, '権利 花子');
  write(texts.photo, 'https://photos.example.jp/club/gallery.html?q=s~abc');
  putContact.mockRejectedValueOnce(new AppError('NOT_FOUND', 'never'));
  await send();
  expect(document.body.textContent).toContain(texts.photoUnknown);
  putContact.mockResolvedValueOnce({ result: 'ok', code_sent: true });
  await send();
  expect(stack()).toEqual([]);
  putContactCode.mockRejectedValueOnce(new AppError('NOT_ALLOWED', 'never')).mockResolvedValue({ result: 'ok' });
  const sendCode = () => act(async () => void fireEvent.submit(field(texts.code)));
  write(texts.code, '１２３４５６');
  await sendCode();
  expect(document.body.textContent).toContain(texts.codeWrong);
  await sendCode();
  expect(putContactCode.mock.calls.map(([{ body }]) => body.code)).toEqual(['123456', '123456']);
  expect(stack()).toEqual([{ mode: 'result', text: texts.sent }]);
});
