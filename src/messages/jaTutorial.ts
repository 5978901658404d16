/** Sentences of 'about the service', in the tenant's words. U+200B parts the phrases of its titles. */

interface TenantWords {
  readonly name: string;
  readonly partyLabel: string;
  readonly config: { readonly eventTitle: string; readonly playerlabel: string; readonly messagelabel: string };
}

export const tutorial = {
  title: '推しコレについて',
  headline: 'スタンドの一枚が、みんなの宝物になる。',
  lead: (name: string) =>
    `推しコレは、ファンが撮った写真でつくる${name}のアルバムです。見るだけなら登録はいりません。使い方をご紹介します。`,
  step: (number: number) => `その${number}`,
  /** `photos`: how many one post may hold on this device. */
  steps: ({ config, partyLabel, name }: TenantWords, photos: number) =>
    [
      {
        id: 'choose',
        title: '撮った写真を選ぶ',
        text: `まとめて${photos}枚まで選べます。向きは自動で正しくなり、写真の位置情報は送る前に端末の中で取り除かれます。`,
      },
      {
        id: 'tag',
        title: `${config.eventTitle}と${config.playerlabel}をそえる`,
        text: `${config.playerlabel}の名前やハッシュタグ、${config.messagelabel}をそえると、同じ推しのファンに見つけてもらえます。`,
      },
      {
        id: 'offline',
        title: '電波がなくても「投稿する」',
        text: '写真はその場で端末に保存されます。あとはポケットにしまうだけ。電波が戻ると、ひとりでに届きます。',
      },
      {
        id: 'enjoy',
        title: '見て、応援して、つながる',
        text: 'いいねやコメントを送ったり、気になるファンをフォローしたり。一度見た写真は、電波がなくても開けます。',
      },
      {
        id: 'used',
        title: `あなたの写真が${name}を彩る`,
        text: `承諾した写真は、${partyLabel}がホームページや会場の映像などで紹介することがあります。承諾するかどうかは、いつでも選べます。`,
      },
      {
        id: 'install',
        title: 'ホーム画面に置く',
        text: 'ブラウザの共有やメニューから「ホーム画面に追加」を選ぶと、アプリのようにすぐ開けます。',
      },
    ] as const,
  install: '手順を見る',
  begin: 'さっそくはじめる',
  post: '写真を投稿する',
} as const;
