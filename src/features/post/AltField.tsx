import type { ComponentProps } from 'react';
import { postForm } from '../../messages/jaPost.ts';
import { TextArea } from '../../ui/Field.tsx';
import { maxOf } from './formFields.ts';

type AltFieldProps = Pick<ComponentProps<typeof TextArea>, 'className' | 'value' | 'onChange'>;

/** The words of one photo for those who cannot see it. */
export const AltField = (props: AltFieldProps) => (
  <TextArea label={postForm.alt} hint={postForm.altHint} max={maxOf('alt', props.value)} rows={2} {...props} />
);
