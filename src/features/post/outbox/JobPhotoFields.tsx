import type { ComponentProps } from 'react';
import { outboxEdit as texts } from '../../../messages/jaOutbox.ts';
import { SwitchField } from '../../../ui/Field.tsx';
import { AltField } from '../AltField.tsx';
import { FieldsEditor } from '../FieldsEditor.tsx';
import type { FormPhoto } from '../photoForm.ts';
import styles from './EditJobModal.module.css';

interface JobPhotoFieldsProps extends Omit<ComponentProps<typeof FieldsEditor>, 'fields' | 'photo' | 'isForAll'> {
  readonly photo: FormPhoto;
  /** From 1. */
  readonly number: number;
}

/** One photo of a post that waits: its words for those who cannot see it, and fields of its own. */
export function JobPhotoFields({ photo, number, ...editor }: JobPhotoFieldsProps) {
  const { dispatch } = editor;
  return (
    <section className={styles.one} aria-label={texts.onePhoto(number)}>
      <h3>{texts.onePhoto(number)}</h3>
      <AltField value={photo.alt} onChange={(text) => dispatch({ type: 'altTyped', photo: photo.name, text })} />
      <SwitchField
        label={texts.own}
        isOn={photo.own !== null}
        onChange={(isOn) => dispatch({ type: 'ownFieldsSet', photo: photo.name, isOn })}
      />
      {photo.own !== null && <FieldsEditor key={photo.name} {...editor} fields={photo.own} photo={photo.name} />}
    </section>
  );
}
