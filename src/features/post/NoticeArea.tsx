import { useQuery } from '@tanstack/react-query';
import { postForm } from '../../messages/jaPost.ts';
import { creditLine } from '../../rules/credit.ts';
import type { Poster } from '../../rules/eventAccess.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { creditQuery } from '../photo/openPhotoQueries.ts';
import styles from './PhotoPostForm.module.css';

/** What to know before posting: the credit line the photos will carry, in whose name they appear, and what holds for all (§2, §6). */
export function NoticeArea({ poster }: { readonly poster: Poster }) {
  const source = useServices();
  const tenant = useTenant();
  const credit = useQuery(creditQuery(source));
  const line =
    credit.data === undefined
      ? ''
      : creditLine(credit.data.credit_setting[0] ?? null, {
          posterName: poster.userName,
          isAmbassador: poster.isAmbassador,
          companyLabel: tenant.creditLabel,
        });
  const texts = [
    ...(poster.isOfficial ? [postForm.official] : poster.isAmbassador ? [postForm.ambassador] : []),
    ...(line === '' ? [] : [postForm.credit(line)]),
    ...postForm.notices,
  ];
  return (
    <section className={styles.noticeArea}>
      <h3>{postForm.noticeTitle}</h3>
      <ul className={styles.rules}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
