import { useState } from 'react';
import { NEWS_FOLDER } from '../../contract/staffLimits.ts';
import type { News, NewsAudience, NewsRefusal } from '../../contract/staffNewsEndpoints.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import type { PreparedPicture } from '../records/RecordPicture.tsx';
import { storePicture } from '../records/saveRecord.ts';
import { useStaffSteps } from '../useStaff.tsx';

/** What the form holds. */
export interface NewsTexts {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Key of the picture that is stored; empty: none. */
  readonly picture: string;
  readonly audience: NewsAudience;
  readonly about: string;
}

const EMPTY: NewsTexts = { title: '', body: '', url: '', picture: '', audience: 'all', about: '' };

const newsTextsOf = (news: News | null): NewsTexts => {
  if (news === null) return EMPTY;
  const { title, body, url, picture, audience, about } = news;
  return { title, body, url: url ?? '', picture: picture ?? '', audience, about };
};

/** Why nothing was saved, and how the news item stands now. */
export interface NewsProblem {
  readonly result: NewsRefusal;
  readonly news: News | null;
}

/** The texts of one news item, its picture, and what a write said. Nothing typed is lost while it is open. */
export function useNewsForm(given: News | null) {
  const { objects } = useServices();
  const tenantId = useTenant().id;
  const [newsId] = useState(() => given?.news_id ?? crypto.randomUUID());
  const [stored, setStored] = useState(given);
  const [form, setForm] = useState(() => newsTextsOf(given));
  const [picked, setPicked] = useState<PreparedPicture | null>(null);
  const [problem, setProblem] = useState<NewsProblem | null>(null);
  const base = newsTextsOf(stored);
  const isDirty =
    picked !== null || Object.entries(form).some(([name, text]) => text !== base[name as keyof NewsTexts]);
  useDirtyForm(isDirty);

  const take = (news: News | null) => {
    setStored(news);
    setForm(newsTextsOf(news));
    setPicked(null);
    setProblem(null);
  };
  const saving = useStaffSteps(
    'putStaffNews',
    async (call, { revision }: { readonly revision: number | null }) => {
      const key = picked && (await storePicture(objects, { tenantId, owner: NEWS_FOLDER, picture: picked }));
      const { title, body, audience, about } = form;
      const texts = { title: title.trim(), body, url: form.url.trim() || null, picture: key ?? (form.picture || null) };
      return call('putStaffNews', { body: { news_id: newsId, revision, ...texts, audience, about } });
    },
    (_, { result, news }) => (result === 'ok' ? take(news) : setProblem({ result, news })),
  );
  return {
    stored,
    form,
    picked,
    problem,
    isDirty,
    saving,
    /** Takes how it stands at the server in place of what was typed. */
    take,
    change: (changes: Partial<NewsTexts>) => setForm({ ...form, ...changes }),
    pick: setPicked,
    removePicture() {
      setPicked(null);
      setForm({ ...form, picture: '' });
    },
    /** Saves; `from`: what is overwritten. Resolves with whether it is stored now. */
    async save(from: News | null = stored): Promise<boolean> {
      const answer = await saving.mutateAsync({ revision: from?.revision ?? null }).catch(() => null);
      return answer?.result === 'ok';
    },
  };
}
export type NewsFormState = ReturnType<typeof useNewsForm>;
