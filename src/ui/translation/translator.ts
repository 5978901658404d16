/** The browser's own translator (Translator API). It works on the device: no text leaves it. */

interface Languages {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}
interface Translator {
  translate(text: string): Promise<string>;
}
interface TranslatorApi {
  availability(languages: Languages): Promise<string>;
  create(options: Languages & { readonly monitor: (download: EventTarget) => void }): Promise<Translator>;
}

const JAPANESE = 'ja';
const isJapanese = (language: string) => language.split('-')[0] === JAPANESE;
const findApi = (): TranslatorApi | undefined => Reflect.get(globalThis, 'Translator');

/**
 * Returns the language that the fan's browser would translate to, such as 'en' (BCP 47). null: the fan reads Japanese, or the browser has
 * no translator.
 */
export function translationTarget(): string | null {
  const [first] = navigator.languages;
  return first === undefined || navigator.languages.some(isJapanese) || !('Translator' in globalThis) ? null : first;
}

/** Whether a text has Japanese characters. */
export const hasJapanese = (text: string): boolean => /[\u3041-\u30ff\u4e00-\u9fff]/.test(text);

let known: { readonly target: string; readonly canTranslate: Promise<boolean> } | null = null;

/** Whether the browser can translate Japanese to this language, now or after a download. Asks once for all texts. Never rejects. */
export function canTranslateTo(target: string): Promise<boolean> {
  if (known?.target === target) return known.canTranslate;
  const ask = async () => (await findApi()?.availability(languagesTo(target))) ?? 'unavailable';
  const canTranslate = ask().then(
    (state) => state !== 'unavailable',
    () => false,
  );
  known = { target, canTranslate };
  return canTranslate;
}

const languagesTo = (targetLanguage: string): Languages => ({ sourceLanguage: JAPANESE, targetLanguage });

let shared: { readonly target: string; readonly translator: Promise<Translator> } | null = null;

/**
 * Translates a Japanese text. To be called at a press: the browser downloads a language only then.
 * @param onDownload is told the share of the language that has been downloaded, 0–1
 * @throws whatever the browser refuses it with. The next call tries anew.
 */
export async function translateText(
  text: string,
  target: string,
  onDownload: (share: number) => void,
): Promise<string> {
  if (shared?.target !== target) shared = { target, translator: createTranslator(target, onDownload) };
  const { translator } = shared;
  try {
    return await (await translator).translate(text);
  } catch (error) {
    shared = null;
    throw error;
  }
}

async function createTranslator(target: string, onDownload: (share: number) => void): Promise<Translator> {
  const api = findApi();
  if (!api) throw new Error('This browser has no translator.');
  return api.create({
    ...languagesTo(target),
    monitor: (download) =>
      download.addEventListener('downloadprogress', (event) => onDownload((event as ProgressEvent).loaded)),
  });
}
