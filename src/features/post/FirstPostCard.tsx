import { useId } from 'react';
import { postingRules } from '../../../tenants/posting.ts';
import { postForm } from '../../messages/jaPost.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './PhotoPostForm.module.css';
import { useFirstPost } from './useFirstPost.ts';

/** What may be posted, told before a fan's first post until it is read. */
export function FirstPostCard() {
  const { isFirst, acknowledge } = useFirstPost();
  const tenant = useTenant();
  const id = useId();
  const rules = postingRules(tenant.id);
  if (!isFirst || rules.length === 0) return null;
  return (
    <section className={`${styles.firstPost} ${styles.wide}`} aria-labelledby={id}>
      <h3 id={id}>{postForm.firstTitle}</h3>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Button onClick={acknowledge}>{postForm.understood}</Button>
    </section>
  );
}
