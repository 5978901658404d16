import { type RefObject, useEffect, useRef } from 'react';

const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file])';

/** Files of the clipboard that are pasted anywhere in the form's dialog, while none stands over it (PST-06e). */
export function usePastedFiles(form: RefObject<HTMLElement | null>, onPaste: (files: readonly File[]) => void): void {
  const latest = useRef(onPaste);
  latest.current = onPaste;
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1)?.contains(form.current);
      const { files = [], types = [] } = event.clipboardData ?? {};
      // Table programs copy a picture of the cells beside their text: into a field goes the text.
      const isText = types.includes('text/plain') && (event.target as Element).matches(TEXT_FIELDS);
      if (!isOnTop || files.length === 0 || isText) return;
      event.preventDefault();
      latest.current([...files]);
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, [form]);
}
