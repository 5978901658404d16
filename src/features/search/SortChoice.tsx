import { ArrowDownWideNarrow } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { PHOTO_SORTS, SORT_PARAM } from '../../contract/endpoints.ts';
import { sorts as texts } from '../../messages/jaSearch.ts';
import { sortOf } from './conditions.ts';
import styles from './SortChoice.module.css';

const NEWEST = '';

/** The order of the page's photos, which the address names (LST-01e). */
export function SortChoice({ onSort }: { readonly onSort: () => void }) {
  const [pathname, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const choose = (sort: string) => {
    onSort();
    if (sort === NEWEST) params.delete(SORT_PARAM);
    else params.set(SORT_PARAM, sort);
    const query = params.toString();
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
