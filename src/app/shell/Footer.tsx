import type { Ref } from 'react';
import { frame } from '../../messages/ja.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { Crumb } from './breadcrumbs.ts';
import styles from './Footer.module.css';
import { maker } from './maker.ts';
import { ProductMark } from './ProductMark.tsx';

interface FooterProps {
  readonly crumbs: readonly Crumb[];
  readonly ref: Ref<HTMLElement>;
}

/** FTR-01. */
export function Footer({ crumbs, ref }: FooterProps) {
  const paths = usePaths();
  const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;
  return (
    <footer ref={ref} className={styles.footer}>
      <Breadcrumb crumbs={crumbs} label={texts.footBreadcrumb} />
      <div className={styles.line}>
        <a
          href={maker.service}
          {...outside}
          className={styles.mark}
          aria-label={`${frame.product} ${texts.maker}${texts.newTab}`}
        >
          <ProductMark />
        </a>
        <ul className={styles.links}>
          <li>
            <a href={paths.document('terms')} {...outside}>
              {texts.terms}
            </a>
          </li>
          <li>
            <a href={paths.document('privacy')} {...outside}>
              {texts.privacy}
            </a>
          </li>
          <li>
            <a href={maker.service} {...outside}>
              {texts.maker}
            </a>
          </li>
        </ul>
        <p className={styles.copyright}>{texts.copyright(new Date().getFullYear())}</p>
      </div>
    </footer>
  );
}
