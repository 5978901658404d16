import { photoProblems } from '../../messages/jaPost.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { PickNotice } from './formSnapshots.ts';
import { hasHeic, namesLine, noticeGroups } from './noticeText.ts';
import styles from './PhotoPostForm.module.css';

/** What became of the files that were picked last. */
export function PickNotices({ notices, max }: { readonly notices: readonly PickNotice[]; readonly max: number }) {
  return (
    <>
      {noticeGroups(notices, max).map(({ text, fileNames, tone }) => (
        <Banner key={text} tone={tone}>
          {text}
          {fileNames.length > 0 && <span className={styles.fileNames}>{namesLine(fileNames)}</span>}
        </Banner>
      ))}
      {hasHeic(notices) && <p className={styles.hint}>{photoProblems.heicTip}</p>}
    </>
  );
}
