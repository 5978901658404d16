import { useEffect, useId, useState } from 'react';
import { EVENT_PICTURE_SIDE, MAX_SOURCE_BYTES } from '../../contract/limits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import { recordForm as texts } from '../../messages/jaStaffContent.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import styles from '../Staff.module.css';

/** A picture that was picked and prepared, and is stored when the form is saved. */
export interface PreparedPicture {
  readonly original: ArrayBuffer;
  readonly thumbnail: ArrayBuffer;
}

interface RecordPictureProps {
  readonly label: string;
  /** Key or path of the picture the record has; empty: none. */
  readonly kept: string;
  readonly picked: PreparedPicture | null;
  readonly error: string | null;
  readonly onPick: (picture: PreparedPicture) => void;
  readonly onRemove: () => void;
}

/** One picture of a record: what it is now, and a control that picks another JPEG. */
export function RecordPicture({ label, kept, picked, error, onPick, onRemove }: RecordPictureProps) {
  const { preparer } = useServices();
  const id = useId();
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const current = usePictureUrls().of(kept || null);
  const own = useObjectUrl(picked);
  const url = own ?? current;
  const pick = async (file: File) => {
    setProblem(null);
    setPreparing(true);
    try {
      if (file.size > MAX_SOURCE_BYTES) return setProblem(errorText('IMAGE_TOO_LARGE'));
      const bytes = await file.arrayBuffer();
      const { original, thumbnail } = await preparer.prepare(bytes, file.name, null, EVENT_PICTURE_SIDE);
      onPick({ original, thumbnail });
    } catch (cause) {
      const code = errorCodeOf(cause);
      setProblem(code === 'IMAGE_NOT_JPEG' ? photoProblems.notJpeg : errorText(code));
    } finally {
      setPreparing(false);
    }
  };
  return (
    <div className={styles.pictureField}>
      {url !== null && <img src={url} alt={label} className={styles.eventPicture} />}
      <div className={styles.facts}>
        <label htmlFor={id}>{texts.pictureOf(label)}</label>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept="image/jpeg"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void pick(file);
          }}
        />
        {isPreparing && <p role="status">{texts.preparing}</p>}
        {(problem ?? error) && (
          <p role="alert" className={styles.fault}>
            {problem ?? error}
          </p>
        )}
        {url !== null && <Button onClick={onRemove}>{texts.removePicture(label)}</Button>}
      </div>
    </div>
  );
}

/** Returns an address of the picked picture while it is shown; null: none is picked. */
export function useObjectUrl(picked: PreparedPicture | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (picked === null) return setUrl(null);
    const made = URL.createObjectURL(new Blob([picked.thumbnail], { type: 'image/jpeg' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picked]);
  return url;
}
