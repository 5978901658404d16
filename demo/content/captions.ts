/** What fans write under the pictures, by scene. `{p}` is somebody tagged, `{l}` the place, `{n}` a line break. */
const stadium = [
  '今日もこの景色に会いに来ました。',
  'キックオフ30分前。この静けさが好き。',
  '{l}からの眺め、最高です🏟️',
  '空の色まで味方してくれた日。',
  'スタジアムに着いた瞬間のドキドキ、何年通っても変わらない。',
];
const crowd = [
  'みんなの声が選手に届きますように📣',
  '声を枯らした90分。{n}喉が痛いけど後悔なし！',
  'この一体感、現地でしか味わえない。',
  '初めて{l}で観戦。隣の方がチャントを教えてくれました。ありがとうございました！',
  'マフラー掲げる瞬間がいちばん泣ける。',
];
const back = [
  'この背中について行くと決めた日。',
  '頼もしい背中。',
  '推しのユニフォームで初参戦！',
  '後ろ姿だけで強い。',
  '子どもが「大きくなったらあの番号をつける」と言っていました😊',
];
const food = [
  '勝利の前の腹ごしらえ🍚',
  '本日のスタグルはこちら。{n}大盛りにして正解でした！',
  '並んだかいがあった…！おいしい！',
  '迷ったらこれ。毎回食べてます。',
  '卵を割る瞬間がいちばん盛り上がった（笑）',
];
const towel = [
  '相棒のタオル、今日もいっしょ。',
  '洗濯しすぎて色が薄くなったけど、それも思い出。',
  '新しいタオルマフラー、やっと届いた！',
  '風に揺れるタオル。試合前のいい時間。',
];
const fireworks = [
  '夏の終わりみたいな花火でした🎆',
  '試合後のごほうび。きれいだった…',
  '花火と歓声と、隣にいた家族と。忘れない夜。',
  'スマホでもここまで撮れた！',
];
const flags = [
  '風を味方につけて。',
  '大旗、今日も元気です🚩',
  '逆光がきれいだったので一枚。',
  '旗を振る人たちに、いつも背中を押されています。',
];
const goal = [
  '決まったーーー！！！🎉',
  '{p}選手のゴール、目の前で見られました。一生の自慢です。',
  'この輪の中に入りたい（入れない）。',
  '歓喜の瞬間。{n}何回見返しても鳥肌。',
];
const action = [
  '{p}選手の一瞬を切り取れました。',
  '連写した中の奇跡の1枚。',
  '迫力がすごい。音まで聞こえてきそう。',
  '{p}選手、今日もキレキレでした！',
  'シャッターを切った直後に歓声が上がりました。',
];
const rain = [
  '雨だからこそ撮れた一枚。',
  '水しぶきがすごい！レンズもずぶ濡れです💦',
  'カッパを着てでも見に来てよかった。',
];
const snow = [
  '雪でもサッカーは熱い⛄',
  '手がかじかんでピントが…でも好きな一枚です。',
  'オレンジのボールを見ると冬が来たなと思う。',
  '吹雪の中、最後まで走りきった選手たちに拍手。',
];
const choreo = [
  'コレオ、今年も参加できました！',
  'みんなで作った景色。裏では紙を掲げていただけですが、誇らしい。',
  '鳥肌が立ちました。準備してくれた皆さんに感謝。',
  '一枚の紙が、こんなに大きな絵になる。',
];
const calm = [
  '試合前のピッチ。芝の匂いがした。',
  '静かな時間。ここから始まる。',
  '低いアングルから狙ってみました📷',
  '今日の主役。',
];
const live = [
  '思い出すだけで胸がいっぱいになる夜でした。',
  '{p}ちゃんと目が合った（気がする）💜',
  '歌声がまっすぐ届いた。',
  'ツアーお疲れさまでした。最高の時間をありがとう！',
  'ペンライトの色、全部がやさしかった。',
];
const race = [
  '流し撮り、ようやく成功！1/60秒です。',
  'エンジン音がまだ耳に残っています。',
  '{p}選手の走り、しびれました🏁',
  '{l}で朝から場所取りしたかいがありました。',
  'ストレートエンドで300km/h。カメラが追いつかない。',
];
const podium = [
  'おめでとうございます！🏆',
  'シャンパンファイト、少しかかりました（笑）',
  '{p}選手、涙の表彰台。こちらも泣いた。',
];
const ballpark = [
  '海風が気持ちいい一日でした。',
  'ナイターの光と夕焼けの組み合わせが大好き。',
  '{l}から。打球音がよく響く席です。',
  '開門から閉門まで野球漬け⚾',
];
const balloons = [
  '風船、飛んでいけー！🎈',
  '7回のこの景色のために来ていると言っても過言ではない。',
  '子どもが大はしゃぎでした。',
];
const volley = [
  '高い！！滞空時間が長い！',
  '{p}選手のスパイク、床に穴があくかと思った🏐',
  'ブロックの上から打ち抜いた一本。',
  'ハリセンの音がまだ頭の中で鳴っています。',
];

export const byScene: Readonly<Record<string, readonly string[]>> = {
  dusk: stadium,
  nightGame: stadium,
  dayGame: stadium,
  sunset: stadium,
  supporters: crowd,
  kick: action,
  celebration: goal,
  choreography: choreo,
  snow,
  corner: calm,
  net: action,
  food,
  towel,
  fireworks,
  backNumber: back,
  backNight: back,
  backCap: back,
  backIndoors: back,
  towelIndoors: towel,
  flags,
  flagsDay: flags,
  panning: race,
  straight: race,
  grid: ['決勝前のグリッド。緊張感がたまらない。', 'シグナルが灯る直前。', 'グリッドウォークで{p}選手を発見！'],
  rain,
  podium,
  helmet: ['デザインの細かさに見とれました。', '{p}選手のヘルメット、実物はもっときれいです。', ...calm],
  nightRun: race,
  raceFlags: ['チェッカー！今年も無事に終わりました。ありがとう。', ...flags],
  penlights: ['ペンライトの海、きれいすぎて泣いた。', ...live],
  group: live,
  singer: live,
  dancer: live,
  finale: ['銀テープ取れました！宝物です✨', ...live],
  microphone: ['開演前のステージ。ドキドキ。', 'このマイクから、あの歌が。'],
  formation: live,
  wink: live,
  heart: live,
  ballpark,
  swing: action,
  baseballCrowd: crowd,
  pitcher: ['{p}投手、気迫のピッチング！', ...action],
  balloons,
  stance: ['{p}選手の構えが好き。', ...action],
  glove: calm,
  arena: ['アリーナに入った瞬間の明るさが好き。', ...stadium],
  spike: volley,
  volleyCrowd: crowd,
  huddle: ['この笑顔が見たかった！', 'チームワークの勝利🏐', ...goal.slice(2)],
  serve: ['サーブ前の静けさ。会場中が息を止めた。', ...volley.slice(2)],
  receive: ['拾った！つないだ！決まった！', ...volley.slice(1, 3)],
  cocked: volley,
  ballAndNet: calm,
};

/** The longer ones: up to about 200 characters. */
const stories = [
  '朝6時の始発で家を出て、着いたのが開門の10分前。列に並んでいたら前の方が「どこから来たんですか」と声をかけてくれて、そこからずっと一緒に応援しました。結果は悔しかったけれど、帰り道に交換した連絡先が今日のいちばんの宝物です。また次のホームで会いましょう！',
  '父に連れられて初めて来たのが小学2年生のとき。あれから20年、今日は自分の子どもを連れてきました。同じ席から同じ方向を見て、同じところで立ち上がる。こうやって続いていくんだなと思ったら、試合が始まる前から少し泣きそうになりました。写真は娘が選んだ「今日の一枚」です📷',
  'カメラを始めて3か月。設定がよく分からないままシャッターを切っていますが、隣の席の先輩にシャッタースピードを教わったら急に撮れるようになりました。\n1/1000、ISO3200、F2.8。\nまだまだブレているけど、今日いちばん好きな一枚です。アドバイスがあればコメントで教えてください！',
  '長いケガから帰ってきたこの日を、ずっと待っていました。名前がコールされたときのスタンドの音は、たぶん一生忘れません。おかえりなさい。',
] as const;

/** Words under a picture. `at` numbers the photos of a tenant: some have none, a few tell a story. */
export function demoCaptionOf(scene: string, at: number, person: string | null, place: string | null): string {
  if (at % 9 === 4) return '';
  if (at % 15 === 7) return stories[Math.floor(at / 15) % stories.length] ?? '';
  const lines = byScene[scene] ?? [];
  const fitting = lines.filter(
    (line) => (person !== null || !line.includes('{p}')) && (place !== null || !line.includes('{l}')),
  );
  const line = fitting[Math.floor(at / 2) % fitting.length] ?? lines[0] ?? '';
  return line
    .replaceAll('{p}', person?.split(' ').join('') ?? '')
    .replaceAll('{l}', place ?? '')
    .replaceAll('{n}', '\n');
}

/** Scenes that show somebody one can name. */
export const showsPerson: ReadonlySet<string> = new Set([
  'kick',
  'celebration',
  'snow',
  'net',
  'backNumber',
  'backNight',
  'backCap',
  'backIndoors',
  'panning',
  'straight',
  'grid',
  'rain',
  'podium',
  'helmet',
  'nightRun',
  'group',
  'singer',
  'dancer',
  'finale',
  'formation',
  'wink',
  'heart',
  'swing',
  'pitcher',
  'stance',
  'spike',
  'huddle',
  'serve',
  'receive',
  'cocked',
]);

export const remarks = [
  '素敵な写真ですね！',
  'すごい瞬間！よく撮れましたね👏',
  '私もこの近くにいました！',
  'きれい…壁紙にしたいです。',
  '現地おつかれさまでした！',
  'このアングル、どこから撮ったんですか？',
  '次は絶対に現地で見たい！',
  '泣けます😭',
  'いつも投稿を楽しみにしています。',
  '最高の一枚をありがとうございます！',
  '同じ日に行っていました。思い出がよみがえります。',
  'シャッターチャンス完璧ですね📷',
] as const;
export const replies = [
  'ありがとうございます！うれしいです😊',
  'コメントありがとうございます！',
  '前から5列目あたりです！',
  'ぜひ次は一緒に！',
] as const;
