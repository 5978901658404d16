import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useDraftThumbnail } from '../../drafts/useDraftThumbnail.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { fields } from '../../messages/jaFields.ts';
import { makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Button } from '../../ui/Button.tsx';
import { useDropZone } from '../../ui/useDropZone.ts';
import type { PictureNotice } from './draftedForm.ts';
import type { PickedPicture } from './eventForm.ts';
import styles from './PictureField.module.css';

interface PictureFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly isRequired?: boolean;
  readonly picked: PickedPicture | null;
  /** Key of the picture the event has already. */
  readonly kept: string | null;
  readonly notice: PictureNotice | null;
  readonly error: string | null;
  /** `cover` shows how the list will cut it. */
  readonly fit: 'cover' | 'contain';
  readonly onPick: (file: File, isDragged: boolean) => void;
  /** null: there is nothing to take away. */
  readonly onRemove: (() => void) | null;
}

/** One picture: a box to drop on, and buttons that do the same without a mouse. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, isRequired = false, picked, kept, notice, error, fit, onPick, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isNoFile, setNoFile] = useState(false);
  const pick = (file: File | undefined, isDragged: boolean) => {
    setNoFile(file === undefined);
    if (file !== undefined) onPick(file, isDragged);
  };
  const drop = useDropZone(({ files: [file] }) => {
    // A drop is no press: the fieldset of a form that is being sent does not stop it.
    if (!input.current?.closest('fieldset:disabled')) pick(file, true);
  });
  const own = useDraftThumbnail(picked?.name ?? '', picked?.state === 'ready');
  const current = usePictureUrls().of(kept);
  const url = picked === null ? current : own;
  const isPreparing = picked?.state === 'preparing';
  const said = notice === null ? (refusalText(picked) ?? error) : noticeText(notice);
  const problem = isNoFile ? photoProblems.noFile : said;
  const choose = () => input.current?.click();
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint ${id}-problem`}>
      <PictureLegend label={label} isRequired={isRequired} />
      <div
        className={styles.box}
        data-fit={fit}
        data-dragging={drop.isDragging || undefined}
        data-invalid={problem !== null || undefined}
        {...drop.handlers}
      >
        <PictureBox url={url} label={label} isPreparing={isPreparing} isPicked={picked !== null} onChoose={choose} />
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/jpeg"
        tabIndex={-1}
        aria-label={`${label} ${texts.choosePicture}`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) pick(file, false);
          target.value = '';
        }}
      />
      {(url !== null || picked !== null) && <PictureButtons label={label} onChange={choose} onRemove={onRemove} />}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <div id={`${id}-problem`} role="alert">
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        {notice?.kind === 'notJpeg' && notice.isHeic && <p className={styles.hint}>{photoProblems.heicTip}</p>}
      </div>
    </fieldset>
  );
}

const PictureLegend = ({ label, isRequired }: { readonly label: string; readonly isRequired: boolean }) => (
  <legend className={styles.label}>
    {label}
    <span className={isRequired ? styles.required : styles.optional}>
      {isRequired ? fields.required : fields.optional}
    </span>
  </legend>
);

interface PictureBoxProps {
  readonly url: string | null;
  readonly label: string;
  readonly isPreparing: boolean;
  /** Of this device, not the event's own. */
  readonly isPicked: boolean;
  readonly onChoose: () => void;
}

/** What the box shows: the picture, the way to choose one, or that it is being prepared. */
const PictureBox = ({ url, label, isPreparing, isPicked, onChoose }: PictureBoxProps) => (
  <>
    {url !== null && <img src={url} alt="" {...(!isPicked && { crossOrigin: 'anonymous' })} />}
    {url === null && !isPreparing && (
      <button type="button" className={styles.empty} onClick={onChoose}>
        <ImagePlus size={32} aria-hidden="true" />
        <span>{texts.choosePicture}</span>
        <span className={styles.drag}>{texts.dragPicture}</span>
        <span className="visually-hidden">{label}</span>
      </button>
    )}
    {isPreparing && (
      <p className={styles.preparing} role="status">
        {texts.preparing}
      </p>
    )}
  </>
);

interface PictureButtonsProps extends Pick<PictureFieldProps, 'label' | 'onRemove'> {
  readonly onChange: () => void;
}

const PictureButtons = ({ label, onChange, onRemove }: PictureButtonsProps) => (
  <div className={styles.buttons}>
    <Button onClick={onChange}>
      {texts.changePicture}
      <span className="visually-hidden"> {label}</span>
    </Button>
    {onRemove && (
      <Button variant="quiet" onClick={onRemove}>
        {texts.removePicture(label)}
      </Button>
    )}
  </div>
);

/** Why the picked picture cannot be had; null: it can. */
const refusalText = (picked: PickedPicture | null): string | null =>
  picked?.state === 'refused' && picked.error !== null ? errorText(picked.error) : null;

/** The two sentences of §5 with the file's name. */
function noticeText(notice: PictureNotice): string {
  if (notice.kind === 'unusable') return `${errorText(notice.error)} ${notice.fileName}`;
  return `${notice.isDragged ? photoProblems.notJpeg : photoProblems.notJpegPicked} ${notice.fileName}`;
}
