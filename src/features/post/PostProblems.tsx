import { useEffect, useId } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import { Banner } from '../../ui/Banner.tsx';
import { problemText, refusedPhotos } from './noticeText.ts';
import styles from './PhotoPostForm.module.css';
import { PickNotices } from './PickNotices.tsx';
import type { FormProblem } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';

interface PostProblemsProps {
  readonly snapshot: ReturnType<PhotoFormStore['getSnapshot']>;
  readonly max: number;
  /** Why the submit did nothing. */
  readonly problem: FormProblem | null;
  /** Why the post could not be kept on the device. */
  readonly error: ErrorCode | null;
}

/** All that is wrong with a post, above its photos; scrolled to when there is something new. */
export function PostProblems({ snapshot: { form, notices }, max, problem, error }: PostProblemsProps) {
  const noticeId = useId();
  useEffect(() => {
    if (problem !== null || notices.length > 0)
      document.getElementById(noticeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [problem, notices, noticeId]);
  return (
    <div id={noticeId} className={styles.notices}>
      {problem !== null && <Banner tone="error">{problemText(problem, max)}</Banner>}
      {error !== null && (
        <Banner tone="error">
          {photoProblems.uploadFailed}
          <span className={styles.fileNames}>{errorText(error)}</span>
        </Banner>
      )}
      <PickNotices notices={[...notices, ...refusedPhotos(form)]} max={max} />
    </div>
  );
}
