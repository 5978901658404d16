/** A tenant's photos: who posted which picture when, with what words. */
import type { Face } from '../../src/contract/entities.ts';
import { formatWireDateTime, startOfDay } from '../../src/rules/dates.ts';
import type { TenantScript } from '../../tenants/demoScript.ts';
import type { DemoPicture } from '../drawnPictures.ts';
import { demoCaptionOf, showsPerson } from './captions.ts';
import type { Plan } from './events.ts';
import { type DemoUser, demoLogins, fans } from './people.ts';
import { type Chance, createChance, DAY, type DemoPhoto, idOf } from './rows.ts';

/** When a photo of this event was posted: within its period, not in the future, most of them near the event's day. */
function momentOf(chance: Chance, days: Plan['days'], now: Date): Date {
  const from = Math.max(days[0], -29);
  const to = Math.min(days[2], 0);
  const near = Math.min(Math.max(days[1] + chance.between(-0.2, 1.2), from), to);
  const at = chance.of(0.6) ? near : chance.between(from, to);
  const time = now.getTime() + at * DAY - chance.between(4, 110) * 60_000;
  return new Date(
    Math.floor(Math.max(time, startOfDay(now.getTime() + days[0] * DAY) + chance.between(1, 9) * 60_000)),
  );
}

const CAMERAS = [
  {
    Make: 'Canon',
    Model: 'Canon EOS R7',
    LensModel: 'RF100-400mm F5.6-8 IS USM',
    FNumber: 8,
    ISO: 3200,
    FocalLength: 400,
    ExposureTime: 0.001,
  },
  {
    Make: 'SONY',
    Model: 'ILCE-7M4',
    LensModel: 'FE 70-200mm F4',
    FNumber: 4,
    ISO: 2000,
    FocalLength: 200,
    ExposureTime: 0.0008,
  },
  { Make: 'Apple', Model: 'iPhone 15 Pro', FNumber: 1.78, ISO: 125, FocalLength: 6.86, ExposureTime: 0.008 },
  { Make: 'Google', Model: 'Pixel 8', FNumber: 1.68, ISO: 208, FocalLength: 6.9, ExposureTime: 0.01 },
] as const;

const MOOD_TAGS = [
  '#今日の一枚',
  '#現地観戦',
  '#ファンフォト',
  '#写真好きな人と繋がりたい',
  '#推し活',
  '#勝ちたい',
  '#ありがとう',
  '#週末の過ごし方',
];

interface PhotoParts {
  readonly tenant: string;
  readonly script: TenantScript;
  readonly plans: readonly Plan[];
  readonly seasonId: string;
  readonly pictures: readonly DemoPicture[];
  readonly tags: readonly string[];
  readonly now: Date;
}

function posterOf(chance: Chance, plan: Plan, at: number): DemoUser {
  if (plan.slug === 'limited') return at % 3 === 0 ? demoLogins.official : demoLogins.ambassador;
  if (at % 14 === 3) return demoLogins.official;
  if (at % 10 === 6) return demoLogins.fan;
  if (at % 17 === 9) return demoLogins.ambassador;
  // fan2 takes three photos a fan: each of its few posts is by somebody else.
  return fans[plan.slug === 'fan2' ? at % fans.length : chance.whole(fans.length)] ?? demoLogins.fan;
}

const tagsOf = (chance: Chance, tags: readonly string[]): string[] =>
  [
    ...new Set([
      chance.pick(tags),
      chance.of(0.6) ? chance.pick(MOOD_TAGS) : undefined,
      chance.of(0.4) ? chance.pick(tags) : undefined,
    ]),
  ].filter((tag) => tag !== undefined);

/** What the file says of itself: its name, and its EXIF where the camera wrote some. */
const fileOf = (camera: (typeof CAMERAS)[number] | undefined, at: number, createdAt: Date) => ({
  file_name: camera?.Make === 'Canon' ? `IMG_${1000 + at * 37}.JPG` : `DSC0${1000 + at * 53}.JPG`,
  exif: camera
    ? JSON.stringify({
        DateTimeOriginal: formatWireDateTime(createdAt.getTime()).replaceAll('-', ':'),
        ...camera,
      })
    : null,
});

/** Photos of the planned events, the oldest first. */
export function demoPhotosOf(parts: PhotoParts): DemoPhoto[] {
  const chance = createChance(`photos ${parts.tenant}`);
  const slots = parts.plans.flatMap((plan) => Array.from({ length: plan.posts }, () => plan));
  if (parts.pictures.length === 0) return [];
  const photos = slots.map((plan, at) => photoOf(parts, chance, plan, at));
  return photos.sort((a, b) => Number(a.row.created_at) - Number(b.row.created_at));
}

/** The photo number `at` of a tenant. The order in which chance is asked decides all of them: it must stay. */
function photoOf(
  { tenant, script, seasonId, pictures, tags, now }: PhotoParts,
  chance: Chance,
  plan: Plan,
  at: number,
): DemoPhoto {
  const picture = pictures[(at * 7 + Math.floor(at / pictures.length)) % pictures.length] as DemoPicture;
  const scene = picture.scene === 'avatar' ? 'dusk' : picture.scene;
  const shown = showsPerson.has(scene) ? chance.pick(script.persons) : undefined;
  const others =
    shown && chance.of(0.25) ? script.persons.filter(([name, , team]) => name !== shown[0] && team === shown[2]) : [];
  const players = [shown, chance.pick(others)].flatMap((person) => (person ? [person[0]] : []));
  const place = chance.of(0.7) ? (chance.pick(script.places) ?? null) : null;
  const teamId = shown?.[2] && script.teams ? shown[2] : script.teams ? (chance.pick(script.teams)?.[0] ?? null) : null;
  const eventId = `${tenant}-${plan.slug}`;
  const createdAt = momentOf(chance, plan.days, now);
  const poster = posterOf(chance, plan, at);
  const camera = chance.of(0.6) ? chance.pick(CAMERAS) : undefined;
  const htag = tagsOf(chance, tags);
  return {
    picture,
    row: {
      tenant,
      media_url: `ugc/${tenant}/${eventId}/original/${idOf(20, 'photo', tenant, at)}.jpg`,
      user_id: poster.sub,
      public_list_id: 'event',
      event_id: eventId,
      season_id: seasonId,
      team_id: teamId,
      comment: demoCaptionOf(scene, at, players[0] ?? null, place),
      htag: at % 11 === 5 ? [] : htag,
      player: players,
      photo_location: place,
      option: at % 13 === 2 ? 'best' : null,
      usepermit: chance.of(0.7),
      ...fileOf(camera, at, createdAt),
      face_info: JSON.stringify(facesOf(picture, players)),
      width: picture.width,
      height: picture.height,
      color: picture.color,
      size: picture.size,
      variants: [...picture.variants],
      opened_bytes: picture.opened_bytes,
      has_card: picture.has_card,
      comment_count: 0,
      reaction_count: 0,
      created_at: createdAt,
      waited_s: 3 + ((at * 7) % 40),
    },
  };
}

const facesOf = (picture: DemoPicture, players: readonly string[]): Face[] =>
  picture.faces
    .slice(0, players.length)
    .map(([Left, Top, Width, Height], i) => ({ name: players[i] ?? '', BoundingBox: { Left, Top, Width, Height } }));
