import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO } from '../../contract/limits.ts';
import { postForm } from '../../messages/jaPost.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './fields.module.css';

interface TagInputProps {
  readonly tags: readonly string[];
  /** null: on their way; their place is kept, so that nothing moves under a finger. */
  readonly samples: readonly string[] | null;
  readonly onAdd: (text: string) => void;
  readonly onRemove: (tag: string) => void;
  /** What is typed and not yet a tag: a submit takes it along. */
  readonly pending: RefObject<string>;
}

/** The text of the field, and when it becomes a tag. */
function useTypedTag({ tags, onAdd, onRemove, pending }: Omit<TagInputProps, 'samples'>) {
  const [text, setText] = useState('');
  const write = (value: string) => {
    pending.current = value;
    setText(value);
  };
  const commit = () => {
    if (text.trim() !== '') onAdd(text);
    write('');
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // An input method uses Enter and space itself; 229 is how Safari reports its last key.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' || event.key === ' ' || event.key === '\u3000') {
      event.preventDefault();
      commit();
    } else if (event.key === 'Backspace' && text === '') {
      const last = tags.at(-1);
      if (last !== undefined) onRemove(last);
    }
  };
  return { text, write, commit, handleKeyDown };
}

/** Hashtags: Enter, space and 追加 make one, samples are a tap away (PST-05). */
export function TagInput({ tags, samples, onAdd, onRemove, pending }: TagInputProps) {
  const id = useId();
  const { text, write, commit, handleKeyDown } = useTypedTag({ tags, onAdd, onRemove, pending });
  const rest = samples?.filter((sample) => !tags.includes(sample)) ?? null;
  const isFull = tags.length >= HASHTAGS_PER_PHOTO;
  return (
    <div className={styles.group}>
      <label htmlFor={id} className={styles.legend}>
        {postForm.tags}
      </label>
      {tags.length > 0 && <TagChips tags={tags} onRemove={onRemove} />}
      <div className={styles.tagRow}>
        <input
          id={id}
          className={styles.input}
          value={text}
          maxLength={HASHTAG_MAX * 4}
          placeholder={postForm.tagPlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="done"
          disabled={isFull}
          onChange={(event) => write(event.target.value)}
          onKeyDown={handleKeyDown}
          onBlur={commit}
        />
        <Button disabled={text.trim() === ''} onClick={commit}>
          {postForm.addTag}
        </Button>
      </div>
      {isFull ? (
        <p className={styles.hint} role="status">
          {postForm.tagsFull(HASHTAGS_PER_PHOTO)}
        </p>
      ) : (
        rest?.length !== 0 && <SampleTags samples={rest} onAdd={onAdd} />
      )}
    </div>
  );
}

/** The tags there are; a press takes one away. */
const TagChips = ({ tags, onRemove }: Pick<TagInputProps, 'tags' | 'onRemove'>) => (
  <ul className={styles.chips}>
    {tags.map((tag) => (
      <li key={tag}>
        <button
          type="button"
          className={styles.chip}
          data-on
          aria-label={postForm.removeTag(tag)}
          onClick={() => onRemove(tag)}
        >
          {tag}
          <X aria-hidden="true" size={16} />
        </button>
      </li>
    ))}
  </ul>
);

/** Tags of the tenant to begin with; a press adds one. */
const SampleTags = ({ samples, onAdd }: Pick<TagInputProps, 'samples' | 'onAdd'>) => (
  <>
    <p className={styles.hint}>{postForm.tagHint}</p>
    {samples === null ? (
      <div className={styles.sample} data-coming />
    ) : (
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <li key={sample}>
            <button type="button" className={styles.sample} onClick={() => onAdd(sample)}>
              {sample}
            </button>
          </li>
        ))}
      </ul>
    )}
  </>
);
