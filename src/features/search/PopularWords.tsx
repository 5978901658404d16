import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Keyword } from '../../contract/entities.ts';
import { usePaths } from '../../session/paths.ts';
import { useServices } from '../../session/services.tsx';
import styles from './PopularWords.module.css';
import { popularWordsQuery } from './queries.ts';
import { wordQuery } from './wordQuery.ts';

const shown = ({ word, tagtype }: Keyword) => (tagtype === 'hashtag' ? `#${word.replace(/^[#＃]/u, '')}` : word);

/** Words as chips; nothing at all while there are none. */
export function PopularWords({ max, onChoose }: { readonly max: number; readonly onChoose?: () => void }) {
  const paths = usePaths();
  const { data } = useQuery(popularWordsQuery(useServices()));
  const words = (data?.list ?? []).slice(0, max);
  return (
    <ul className={styles.words}>
      {words.map((keyword) => (
        <li key={`${keyword.tagtype} ${keyword.word}`}>
          <Link
            className={styles.word}
            onClick={onChoose}
            href={
              keyword.tagtype === 'user' && keyword.id !== null
                ? paths.member(keyword.id)
                : paths.search(wordQuery(keyword))
            }
          >
            {shown(keyword)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
