import type { ComponentProps } from 'react';
import { ALT_MAX } from '../../contract/limits.ts';
import { postForm } from '../../messages/jaPost.ts';
import { TextArea } from '../../ui/Field.tsx';

type AltFieldProps = Pick<ComponentProps<typeof TextArea>, 'className' | 'value' | 'onChange'>;

/** The words of one photo for those who cannot see it. */
export const AltField = (props: AltFieldProps) => (
  <TextArea label={postForm.alt} hint={postForm.altHint} max={ALT_MAX} rows={2} {...props} />
);
