import type { RefObject } from 'react';
import type { Person } from '../../contract/entities.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { postForm } from '../../messages/jaPost.ts';
import { Banner } from '../../ui/Banner.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import { FieldsEditor } from './FieldsEditor.tsx';
import styles from './PhotoPostForm.module.css';
import type { FormPhoto, PhotoFormAction } from './photoForm.ts';

interface PhotoDetailsProps {
  readonly photo: FormPhoto;
  readonly number: number;
  readonly persons: readonly Person[];
  readonly locations: readonly string[];
  readonly samples: readonly string[];
  readonly dispatch: (action: PhotoFormAction) => void;
  readonly pendingTag: RefObject<string>;
}

/** One photo of the post: its state, and fields of its own where the common ones don't fit. */
export function PhotoDetails({ photo, number, dispatch, ...rest }: PhotoDetailsProps) {
  return (
    <section className={styles.details} aria-label={postForm.details(number)}>
      <header className={styles.detailsHead}>
        <h3>{postForm.details(number)}</h3>
        <span className={styles.fileName}>{photo.fileName}</span>
      </header>
      {photo.error !== null && <Banner tone="error">{errorText(photo.error)}</Banner>}
      <SwitchField
        label={postForm.ownFields}
        hint={photo.own === null ? postForm.ownFieldsHint : undefined}
        isOn={photo.own !== null}
        onChange={(isOn) => dispatch({ type: 'ownFieldsSet', photo: photo.name, isOn })}
      />
      {photo.own !== null && (
        <FieldsEditor {...rest} key={photo.name} fields={photo.own} photo={photo.name} dispatch={dispatch} />
      )}
    </section>
  );
}
