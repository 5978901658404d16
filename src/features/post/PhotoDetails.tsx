import { ChevronLeft, ChevronRight, CopyCheck, Crop } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { Person } from '../../contract/entities.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { postForm } from '../../messages/jaPost.ts';
import { shell } from '../../messages/jaShell.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { AltField } from './AltField.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import { KeptThumbnail } from './KeptThumbnail.tsx';
import styles from './PhotoDetails.module.css';
import type { FormPhoto, PhotoFormAction } from './photoForm.ts';

type PictureEditor = typeof import('./PictureEditor.tsx').PictureEditor;

interface PhotoDetailsProps {
  readonly photos: readonly FormPhoto[];
  readonly index: number;
  readonly onSelect: (name: string) => void;
  readonly persons: readonly Person[] | null;
  readonly eventId: string | null;
  readonly locations: readonly string[];
  readonly samples: readonly string[] | null;
  readonly dispatch: (action: PhotoFormAction) => void;
  readonly pendingTag: RefObject<string>;
}

/** One photo of the post: its picture, its words for those who cannot see it, and fields of its own where the common ones don't fit. */
export function PhotoDetails({ photos, index, onSelect, dispatch, ...rest }: PhotoDetailsProps) {
  const { Editor, open, close } = usePictureEditor();
  const photo = photos[index];
  if (photo === undefined) return null;
  const next = photos[index + 1];
  const handleCarryOn = () => {
    if (next === undefined) return;
    dispatch({ type: 'carriedOn', photo: photo.name });
    onSelect(next.name);
  };
  return (
    <section className={styles.details} aria-label={postForm.details(index + 1)}>
      <DetailsHead photos={photos} index={index} photo={photo} onSelect={onSelect} onEdit={open} />
      {photo.error !== null && <Banner tone="error">{errorText(photo.error)}</Banner>}
      <AltField
        className={styles.alt}
        value={photo.alt}
        onChange={(text) => dispatch({ type: 'altTyped', photo: photo.name, text })}
      />
      <SwitchField
        label={postForm.ownFields}
        hint={photo.own === null ? postForm.ownFieldsHint : undefined}
        isOn={photo.own !== null}
        onChange={(isOn) => dispatch({ type: 'ownFieldsSet', photo: photo.name, isOn })}
      />
      {photo.own !== null && (
        <FieldsEditor key={photo.name} {...rest} fields={photo.own} photo={photo.name} dispatch={dispatch} />
      )}
      {photo.own !== null && next !== undefined && (
        <Button icon={<CopyCheck aria-hidden="true" size={18} />} onClick={handleCarryOn}>
          {postForm.carryOn}
        </Button>
      )}
      {Editor !== null && (
        <Editor
          photoName={photo.name}
          edit={photo.edit}
          onApply={(edit) => dispatch({ type: 'pictureEdited', photo: photo.name, edit })}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The picture editor once its code is there; it loads with the first press that asks for it. */
function usePictureEditor() {
  const toast = useToast();
  const [Editor, setEditor] = useState<PictureEditor | null>(null);
  const open = () =>
    import('./PictureEditor.tsx').then(
      ({ PictureEditor }) => setEditor(() => PictureEditor),
      () => toast(shell.overlayFailed, 'error'),
    );
  return { Editor, open, close: () => setEditor(null) };
}

interface DetailsHeadProps extends Pick<PhotoDetailsProps, 'photos' | 'index' | 'onSelect'> {
  readonly photo: FormPhoto;
  readonly onEdit: () => void;
}

/** Which photo it is, the steps to its neighbours, and its editing. */
const DetailsHead = ({ photos, index, photo, onSelect, onEdit }: DetailsHeadProps) => (
  <header className={styles.head}>
    <KeptThumbnail photo={photo} className={styles.picture} />
    <div className={styles.title}>
      <h3>{postForm.details(index + 1)}</h3>
      <p className={styles.fileName}>{photo.fileName}</p>
    </div>
    <PhotoSteps previous={photos[index - 1]} next={photos[index + 1]} onSelect={onSelect} />
    <Button
      className={styles.edit}
      icon={<Crop aria-hidden="true" size={18} />}
      disabled={!isEditable(photo)}
      onClick={onEdit}
    >
      {postForm.editPicture}
    </Button>
  </header>
);

interface PhotoStepsProps {
  readonly previous: FormPhoto | undefined;
  readonly next: FormPhoto | undefined;
  readonly onSelect: (name: string) => void;
}

/** To the photo before this one, and to the one after it. */
const PhotoSteps = ({ previous, next, onSelect }: PhotoStepsProps) => (
  <div className={styles.steps}>
    <IconButton
      label={postForm.previousPhoto}
      icon={<ChevronLeft aria-hidden="true" />}
      disabled={previous === undefined}
      onClick={() => previous && onSelect(previous.name)}
    />
    <IconButton
      label={postForm.nextPhoto}
      icon={<ChevronRight aria-hidden="true" />}
      disabled={next === undefined}
      onClick={() => next && onSelect(next.name)}
    />
  </div>
);

/** What turned out to be broken cannot be turned either. */
const isEditable = ({ state }: FormPhoto): boolean => state === 'ready' || state === 'queued';
