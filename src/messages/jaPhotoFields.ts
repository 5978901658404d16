import type { SentName } from '../contract/photoFields.ts';

/** Words a tenant has of its own. */
interface OwnWords {
  readonly messagelabel: string;
  readonly playerlabel: string;
  readonly PSeats: string;
}

/** What the forms call each field of a photo. */
export const fieldLabels = ({ messagelabel, playerlabel, PSeats }: OwnWords): Readonly<Record<SentName, string>> => ({
  comment: messagelabel,
  alt: '写真の説明',
  htag: 'ハッシュタグ',
  player: playerlabel,
  photo_location: PSeats,
  usepermit: '写真利用の承諾',
});
