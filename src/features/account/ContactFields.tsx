import { ContactTopic } from '../../contract/entities.ts';
import { CONTACT_MAX, NAME_MAX, URL_MAX } from '../../contract/limits.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { LimitedTextField, SelectField, TextArea, TextField } from '../../ui/Field.tsx';
import type { ContactDraft } from './contactDraft.ts';
import { EmailField } from './EmailField.tsx';
import type { ContactErrors } from './useContactForm.ts';

/** Characters kept free for the key of a reported photo. */
const PHOTO_LINE_MAX = 250;

interface ContactFieldsProps {
  readonly values: ContactDraft;
  readonly errors: ContactErrors;
  readonly onChange: (fields: Partial<ContactDraft>) => void;
}

/** The fields of the contact form: what it is about, the message, and whom to answer. */
export function ContactFields({ values, errors, onChange }: ContactFieldsProps) {
  const isTakedown = values.topic === 'takedown';
  return (
    <>
      <SelectField
        label={texts.topic}
        value={values.topic}
        onChange={({ target }) => onChange({ topic: target.value as ContactDraft['topic'] })}
      >
        {ContactTopic.options.map((topic) => (
          <option key={topic} value={topic}>
            {texts.topics[topic]}
          </option>
        ))}
      </SelectField>
      {isTakedown && (
        <>
          <p>{texts.claimLead}</p>
          <TextField
            label={texts.photo}
            hint={texts.photoHint}
            isRequired
            error={errors.photo}
            inputMode="url"
            autoComplete="off"
            maxLength={URL_MAX}
            value={values.photo ?? ''}
            onChange={({ target }) => onChange({ photo: target.value })}
          />
        </>
      )}
      <TextArea
        label={texts.message}
        hint={texts.messageHint}
        isRequired
        error={errors.message}
        rows={6}
        max={CONTACT_MAX.message - PHOTO_LINE_MAX}
        value={values.message}
        onChange={(message) => onChange({ message })}
      />
      <EmailField
        label={texts.email}
        isRequired
        error={errors.email}
        autoComplete="email"
        maxLength={CONTACT_MAX.email}
        value={values.email}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      <LimitedTextField
        label={isTakedown ? texts.claimant : texts.name}
        isRequired={isTakedown}
        error={errors.name}
        autoComplete={isTakedown ? 'name' : 'nickname'}
        max={NAME_MAX}
        value={values.name}
        onChange={(name) => onChange({ name })}
      />
    </>
  );
}
