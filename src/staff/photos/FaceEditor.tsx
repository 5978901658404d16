import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { Face, Photo } from '../../contract/entities.ts';
import { FACES_PER_PHOTO, PLAYER_NAME_MAX } from '../../contract/limits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { faceEditor as texts } from '../../messages/jaStaffPhotos.ts';
import { endpointQuery } from '../../queries/endpointQuery.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LimitedTextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import desk from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';
import { boxBetween, boxByKey, type FacePoint, middleBox } from './faceBoxes.ts';
import { LargePicture } from './LargePicture.tsx';
import styles from './Photos.module.css';
import type { ChangePhoto } from './useStaffPhotos.ts';

interface Tag extends Face {
  readonly id: number;
}

/** The face tags of a photo while they are edited. Each has an id of its own: names and boxes may be alike. */
function useTags(faces: readonly Face[]) {
  const [tags, setTags] = useState<readonly Tag[]>(() => faces.map((face, id) => ({ ...face, id })));
  return {
    tags,
    isFull: tags.length >= FACES_PER_PHOTO,
    add: (BoundingBox: Face['BoundingBox']) =>
      setTags((known) => [...known, { name: '', BoundingBox, id: Math.max(-1, ...known.map(({ id }) => id)) + 1 }]),
    remove: (id: number) => setTags((known) => known.filter((tag) => tag.id !== id)),
    change: (id: number, what: Partial<Face>) =>
      setTags((known) => known.map((tag) => (tag.id === id ? { ...tag, ...what } : tag))),
  };
}

interface FaceEditorProps {
  readonly photo: Photo;
  readonly onChange: ChangePhoto;
  readonly onClose: () => void;
}

/** Draws face tags on a photo, by finger, mouse or keyboard. What was drawn stays when the call fails. */
export function FaceEditor({ photo, onChange, onClose }: FaceEditorProps) {
  const toast = useToast();
  const { tags, isFull, add, remove, change } = useTags(photo.face_info);
  const [isUnnamed, setUnnamed] = useState(false);
  useBackToClose(true, onClose);
  const saving = useStaffWrite('putStaffFaces', ({ faces }) => {
    onChange(photo.media_url, (row) => ({ ...row, photo: { ...row.photo, face_info: faces } }));
    toast(texts.saved);
    onClose();
  });
  const save = () => {
    const hasUnnamed = tags.some(({ name }) => isBlank(name));
    setUnnamed(hasUnnamed);
    if (hasUnnamed) return;
    const faces = tags.map(({ id: _, ...face }) => ({ ...face, name: face.name.trim() }));
    saving.mutate({ media_url: photo.media_url, faces, seen: photo.face_info });
  };
  const failed = saving.error === null ? null : errorCodeOf(saving.error);
  return (
    <section className={styles.view} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p>{isFull ? texts.full(FACES_PER_PHOTO) : texts.lead}</p>
      <LargePicture photo={photo} alt="">
        <Canvas tags={tags} onDraw={isFull ? null : add} onBox={(id, BoundingBox) => change(id, { BoundingBox })} />
      </LargePicture>
      <p className={desk.keys}>{texts.boxHint}</p>
      <TagList tags={tags} onName={(id, name) => change(id, { name })} onRemove={remove} />
      {isUnnamed && <Banner tone="error">{texts.unnamed}</Banner>}
      {failed !== null && (
        <Banner tone="error">{failed === 'ALREADY_DECIDED' ? texts.overtaken : errorText(failed)}</Banner>
      )}
      <div className={desk.choices}>
        <Button disabled={isFull} onClick={() => add(middleBox())}>
          {texts.add}
        </Button>
        <Button variant="primary" isBusy={saving.isPending} onClick={save}>
          {texts.save}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </section>
  );
}

interface CanvasProps {
  readonly tags: readonly Tag[];
  /** Adds the box that was drawn; null: there are enough. */
  readonly onDraw: ((box: Face['BoundingBox']) => void) | null;
  readonly onBox: (id: number, box: Face['BoundingBox']) => void;
}

const percent = (part: number): string => `${part * 100}%`;
const placeOf = ({ Left, Top, Width, Height }: Face['BoundingBox']) => ({
  left: percent(Left),
  top: percent(Top),
  width: percent(Width),
  height: percent(Height),
});

function Canvas({ tags, onDraw, onBox }: CanvasProps) {
  const [drawn, setDrawn] = useState<{ readonly from: FacePoint; readonly to: FacePoint } | null>(null);
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): FacePoint => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (onDraw === null || !event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn({ from: pointOf(event), to: pointOf(event) });
  };
  const handleMove = (event: PointerEvent<HTMLElement>) => drawn && setDrawn({ ...drawn, to: pointOf(event) });
  const handleUp = (event: PointerEvent<HTMLElement>) => {
    const box = drawn && boxBetween(drawn.from, pointOf(event));
    setDrawn(null);
    if (box) onDraw?.(box);
  };
  const handleKey = ({ id, BoundingBox }: Tag, event: KeyboardEvent<HTMLElement>) => {
    const box = boxByKey(BoundingBox, event.key, event.shiftKey);
    if (box === null) return;
    event.preventDefault();
    onBox(id, box);
  };
  const preview = drawn && boxBetween(drawn.from, drawn.to);
  return (
    <div
      className={styles.canvas}
      data-canvas
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={() => setDrawn(null)}
    >
      {tags.map((tag, place) => (
        <button
          key={tag.id}
          type="button"
          className={styles.face}
          style={placeOf(tag.BoundingBox)}
          aria-label={texts.box(place + 1, tag.name)}
          onKeyDown={(event) => handleKey(tag, event)}
        >
          <span aria-hidden="true">{place + 1}</span>
        </button>
      ))}
      {preview && <span className={styles.face} style={placeOf(preview)} />}
    </div>
  );
}

interface TagListProps {
  readonly tags: readonly Tag[];
  readonly onName: (id: number, name: string) => void;
  readonly onRemove: (id: number) => void;
}

/** A name for each box: of the tenant's persons, or any other. */
function TagList({ tags, onName, onRemove }: TagListProps) {
  const names = useId();
  const persons = useQuery(endpointQuery(useServices(), 'getPersons')).data?.list ?? [];
  if (tags.length === 0) return <p className={desk.quiet}>{texts.none}</p>;
  return (
    <>
      <datalist id={names}>
        {persons.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul className={desk.rows}>
        {tags.map(({ id, name }, place) => (
          <li key={id} className={styles.tag}>
            <LimitedTextField
              label={texts.name(place + 1)}
              list={names}
              autoComplete="off"
              value={name}
              max={PLAYER_NAME_MAX}
              onChange={(value) => onName(id, value)}
            />
            <Button aria-label={texts.removeOf(place + 1)} onClick={() => onRemove(id)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
