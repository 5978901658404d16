// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { press, renderAlone } from '../../../tests/support/render.tsx';
import { translation as texts } from '../../messages/jaTranslation.ts';
import { Translation } from './Translation.tsx';

afterEach(() => vi.unstubAllGlobals());

const TEXT = '最高の試合でした！';
interface StandIn {
  readonly languages?: readonly string[];
  readonly state?: string;
  readonly translate?: (text: string) => Promise<string>;
}
/** The browser's translator as the page sees it. Returns what it was asked to create. */
function standIn({ languages = ['en-US', 'en'], state = 'available', translate = async () => 'Great' }: StandIn = {}) {
  const downloads: EventTarget[] = [];
  const create = vi.fn(async ({ monitor }: { readonly monitor: (download: EventTarget) => void }) => {
    const download = new EventTarget();
    monitor(download);
    downloads.push(download);
    return { translate };
  });
  vi.stubGlobal('Translator', { availability: async () => state, create });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const tell = (loaded: number) =>
    downloads.at(-1)?.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
  return { create, tell };
}
const button = (name: string) => screen.findByRole('button', { name });

test('FAN-24b a press shows the translation below the text, and another one the original alone', async () => {
  const { create } = standIn({ translate: async (text) => (text === TEXT ? 'What a game' : '') });
  renderAlone(<Translation text={TEXT} />);
  await press(await button(texts.show));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('What a game'));
  expect(screen.getByText('What a game').lang).toBe('en-US');
  expect(create.mock.lastCall?.[0]).toMatchObject({ sourceLanguage: 'ja', targetLanguage: 'en-US' });
  await press(await button(texts.original));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('FAN-24b it says how far the download is, and that it failed; another press tries anew', async () => {
  let fail = (_: Error) => {};
  const translate = vi.fn<(text: string) => Promise<string>>();
  translate.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  const { create, tell } = standIn({ languages: ['fr'], translate });
  renderAlone(<Translation text={TEXT} />);
  await press(await button(texts.show));
  await waitFor(() => expect(translate).toHaveBeenCalledTimes(1));
  tell(0.42);
  await button(texts.loading(42));
  tell(1);
  await button(texts.working);
  fail(new Error('no'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(texts.failed));
  translate.mockResolvedValueOnce('Super');
  await press(await button(texts.show));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Super'));
  expect(create).toHaveBeenCalledTimes(2);
});

test('FAN-24b who reads Japanese, a text without Japanese and a browser without translator have no offer', () => {
  const drawn = (text = TEXT) => {
    const { container, unmount } = renderAlone(<Translation text={text} />);
    const count = container.childElementCount;
    unmount();
    return count;
  };
  standIn({ languages: ['en-US', 'ja'] });
  expect(drawn()).toBe(0);
  standIn();
  expect([drawn(), drawn('Nice 👍')]).toEqual([1, 0]);
  vi.unstubAllGlobals();
  expect(drawn()).toBe(0);
  expect(renderToString(<Translation text={TEXT} />)).toBe('');
});

test('FAN-24b a language that the browser cannot translate to has no button', async () => {
  const { create } = standIn({ languages: ['tlh'], state: 'unavailable' });
  const availability = vi.spyOn(Reflect.get(globalThis, 'Translator'), 'availability');
  renderAlone(<Translation text={TEXT} />);
  await waitFor(() => expect(availability).toHaveBeenCalledTimes(1));
  await availability.mock.results[0]?.value;
  expect(screen.queryByRole('button')).toBeNull();
  expect(create).not.toHaveBeenCalled();
});
