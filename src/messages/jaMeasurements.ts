/** Sentences about what a device measures (OPS-02); they come with the settings and the company's information. */
import { MEASUREMENTS } from '../contract/measurementLimits.ts';

export const measurements = {
  title: '使いごこちの計測',
  label: '計測に協力する',
  hint: `ページの表示にかかった時間、エラーの種類、投稿が公開されるまでの時間を、${MEASUREMENTS.oneIn}回に1回ほど運営に送ります。お名前やID、見た写真は送りません。`,
  analyticsHint:
    '開いたページの種類は、Google アナリティクスでも集計します。お名前やID、検索した言葉、見た写真は送りません。止めると、この端末に保存した番号も消えます。',
  on: 'この端末での計測を再開します。',
  off: 'この端末での計測を止めました。',
  failed: '設定を変更できませんでした。',
} as const;
