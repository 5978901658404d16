import { ArrowDownWideNarrow } from 'lucide-react';
import { useLocation } from 'wouter';
import { PHOTO_SORTS, SORT_PARAM } from '../../contract/photoSorts.ts';
import { sorts as texts } from '../../messages/jaSearch.ts';
import { PageParams, usePageParams } from '../../navigation/pageParams.ts';
import { sortOf } from './conditions.ts';
import styles from './SortChoice.module.css';

const NEWEST = '';

/** The order of the page's photos, which the address names (LST-01e). */
export function SortChoice({ onSort }: { readonly onSort: () => void }) {
  const [pathname, navigate] = useLocation();
  const params = usePageParams();
  const choose = (sort: string) => {
    onSort();
    const next = new PageParams([...params]);
    if (sort === NEWEST) next.delete(SORT_PARAM);
    else next.set(SORT_PARAM, sort);
    const query = next.toString();
    navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: true });
  };
  return (
    <span className={styles.sort}>
      <ArrowDownWideNarrow aria-hidden="true" size={18} />
      <select aria-label={texts.label} value={sortOf(params) ?? NEWEST} onChange={({ target }) => choose(target.value)}>
        {([NEWEST, ...PHOTO_SORTS] as const).map((sort) => (
          <option key={sort} value={sort}>
            {texts.names[sort]}
          </option>
        ))}
      </select>
    </span>
  );
}
