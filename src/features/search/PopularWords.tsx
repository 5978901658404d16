import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import type { Keyword } from '../../contract/entities.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useServices } from '../../services/services.tsx';
import styles from './PopularWords.module.css';
import { popularWordsQuery } from './queries.ts';
import { type ChosenWord, reportWords } from './reportWords.ts';
import { wordQuery } from './wordQuery.ts';

const shown = ({ word, tagtype }: Keyword) => (tagtype === 'hashtag' ? `#${word.replace(/^[#＃]/u, '')}` : word);

interface PopularWordsProps {
  readonly max: number;
  /** Leads to the chosen word and reports it; without it the link does. */
  readonly onChoose?: (href: string, chosen: ChosenWord) => void;
}

/** Words as chips; nothing at all while there are none. */
export function PopularWords({ max, onChoose }: PopularWordsProps) {
  const paths = usePaths();
  const services = useServices();
  const { data } = useQuery(popularWordsQuery(services));
  const hrefOf = (keyword: Keyword) =>
    keyword.tagtype === 'user' && keyword.id !== null ? paths.member(keyword.id) : paths.search(wordQuery(keyword));
  const handleChoice = (event: MouseEvent, keyword: Keyword) => {
    if (onChoose === undefined || event.metaKey || event.ctrlKey || event.shiftKey)
      return reportWords(services.api, [keyword]);
    event.preventDefault();
    onChoose(hrefOf(keyword), keyword);
  };
  const words = (data?.list ?? []).slice(0, max);
  return (
    <ul className={styles.words}>
      {words.map((keyword) => (
        <li key={`${keyword.tagtype} ${keyword.word}`}>
          <Link className={styles.word} onClick={(event) => handleChoice(event, keyword)} href={hrefOf(keyword)}>
            {shown(keyword)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
