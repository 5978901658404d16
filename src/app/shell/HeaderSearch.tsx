import { Search, X } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { useLocation } from 'wouter';
import { QUERY_TEXT_MAX } from '../../contract/limits.ts';
import { useTypedWord } from '../../features/search/useTypedWord.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { guardAfterOpening } from '../../ui/tapGuard.ts';
import { useScrollLock } from '../../ui/useScrollLock.ts';
import styles from './HeaderSearch.module.css';

const WordPanel = lazyNamed(() => import('../../features/search/WordSearch.tsx'), 'WordPanel');

/**
 * The search field of the desktop header (HDR-02). What it finds drops down below it: a combobox with a dialog as its popup, because
 * the results are groups of links. Open and closed are the word search's entry in the stack of overlays, so back closes it too.
 */
export function HeaderSearch() {
  const overlays = useOverlays();
  const isOpen = useOverlayStack().some(({ mode }) => mode === 'word-search');
  const typedWord = useTypedWord();
  const [, navigate] = useLocation();
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const panelId = useId();
  const open = () => {
    if (!isOpen) overlays.open({ mode: 'word-search' });
  };
  const close = () => overlays.close('word-search');
  const giveFocusBack = useDropdown(isOpen, close, root, input);
  const handleLeave = (href: string) => {
    // In place of the dropdown's own history entry: back leads to where the visitor was.
    navigate(href, { replace: true });
    overlays.closeAll();
    typedWord.type('');
  };
  const handleKey = (event: KeyboardEvent) => {
    // Keys of an unfinished Japanese word are the input method's.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
      giveFocusBack();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) open();
      else walk(root.current, event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    }
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (isOpen && relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) close();
  };
  return (
    <search
      ref={root}
      className={styles.search}
      data-open={isOpen || undefined}
      onKeyDown={handleKey}
      onBlur={handleBlur}
    >
      <SearchForm input={input} typedWord={typedWord} panelId={isOpen ? panelId : undefined} onOpen={open} />
      {isOpen && (
        <>
          <div className={styles.scrim} />
          <div id={panelId} role="dialog" aria-label={texts.search} className={styles.panel}>
            <Suspense fallback={<div className={styles.coming} />}>
              <WordPanel {...typedWord} onLeave={handleLeave} />
            </Suspense>
          </div>
        </>
      )}
    </search>
  );
}

interface SearchFormProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typedWord: ReturnType<typeof useTypedWord>;
  /** Of the open dropdown; undefined: it is closed. */
  readonly panelId: string | undefined;
  readonly onOpen: () => void;
}

function SearchForm({ input, typedWord, panelId, onOpen }: SearchFormProps) {
  const { typed, type, setComposing, submit } = typedWord;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
    onOpen();
    input.current?.focus();
  };
  return (
    <form className={styles.form} aria-label={texts.search} onSubmit={handleSubmit}>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={panelId !== undefined}
        aria-controls={panelId}
        aria-label={texts.searchField}
        placeholder={texts.searchField}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={QUERY_TEXT_MAX}
        value={typed}
        onChange={({ target }) => {
          type(target.value);
          onOpen();
        }}
        onClick={onOpen}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
      {typed !== '' && (
        <IconButton
          label={texts.clearSearch}
          icon={<X aria-hidden="true" size={18} />}
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        />
      )}
      <IconButton type="submit" label={texts.search} icon={<Search aria-hidden="true" size={20} />} />
    </form>
  );
}

/** Moves the focus among the field and what stands below it, one step up or down. */
function walk(root: HTMLElement | null, step: 1 | -1): void {
  const places = [...(root?.querySelectorAll<HTMLElement>('input, [role=dialog] :is(a[href], button)') ?? [])];
  const at = places.findIndex((place) => place.matches(':focus'));
  places[Math.min(Math.max(at + step, 0), places.length - 1)]?.focus();
}

/**
 * While the dropdown is open: the page below does not scroll (OVL-01), the field has the focus, a press outside closes.
 * @returns gives the focus back to what opened it, such as a button of the page
 */
function useDropdown(
  isOpen: boolean,
  close: () => void,
  root: RefObject<HTMLElement | null>,
  input: RefObject<HTMLInputElement | null>,
): () => void {
  const opener = useRef<Element | null>(null);
  const closeNow = useEffectEvent(close);
  useScrollLock(isOpen);
  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    if (!root.current?.contains(opener.current)) {
      // The second tap of a double tap on the opener presses nothing here.
      guardAfterOpening();
      input.current?.focus();
    }
    const handlePress = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Element && root.current?.contains(target) && !target.matches(`.${styles.scrim}`);
      if (!isInside) closeNow();
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [isOpen, root, input]);
  return () => {
    const back = opener.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus({ preventScroll: true });
    else input.current?.focus();
  };
}
