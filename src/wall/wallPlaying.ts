/** Which photos are on a wall from moment to moment (WAL-02, WAL-04): those whose pictures are there, in their turns. */

import type { Wall, WallPhoto } from '../contract/wall.ts';
import { WALL_PHOTOS, WALL_TIMES } from '../contract/wallLimits.ts';
import { createListeners } from '../rules/listeners.ts';
import { choosePhoto, hasNewPhoto, NOTHING_PLAYED, notePlayed, type PlayedPhotos } from '../rules/wallOrder.ts';

/** A photo on the screen. */
export interface WallPicture {
  readonly photo: WallPhoto;
  /** Address of its loaded picture. */
  readonly url: string;
  /** Number of its showing: no two are alike. */
  readonly turn: number;
}
/** A place of the screen. */
export interface WallSlot {
  readonly shown: WallPicture;
  /** What it fades over; null: nothing. */
  readonly under: WallPicture | null;
}
export interface WallView {
  /** As the server last told it; null: nothing is known, or the key opens nothing. */
  readonly wall: Wall | null;
  readonly slots: readonly WallSlot[];
}

export interface WallPlayingDeps {
  /** Loads a photo's picture; null: it cannot be had now. */
  readonly loadPicture: (photo: WallPhoto) => Promise<string | null>;
  /** Places of the screen for a mosaic. */
  readonly countStrips: () => number;
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number;
}

/** Before a picture that could not be had is asked for again. */
const RETRY_PICTURE_MS = 15_000;

export class WallPlaying {
  #view: WallView = { wall: null, slots: [] };
  #played: PlayedPhotos = NOTHING_PLAYED;
  #turn = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #isLoading = false;
  readonly #pictures = new Map<string, string>();
  /** Photos that newer ones pushed off the list while pictures could not be had. Shown once the server vouched for them. */
  readonly #reserve = new Map<string, { readonly photo: WallPhoto; readonly isVouched: boolean }>();
  readonly #failedAt = new Map<string, number>();
  readonly #listeners = createListeners();
  readonly #deps: WallPlayingDeps;

  constructor(deps: WallPlayingDeps) {
    this.#deps = deps;
  }

  readonly read = (): WallView => this.#view;

  /** Calls the listener after each change. Returns the function that stops that. */
  readonly subscribe = this.#listeners.subscribe;

  /** Takes what the server told. Photos that it does not name leave the screen at once. */
  take(wall: Wall | null): void {
    const before = this.#view;
    const isSkip = before.wall !== null && wall !== null && wall.state.skips !== before.wall.state.skips;
    const isAnotherLayout = before.wall?.state.layout !== wall?.state.layout;
    const listed = new Set(wall?.photos.map(({ media_url }) => media_url));
    for (const key of this.#failedAt.keys()) if (!listed.has(key)) this.#failedAt.delete(key);
    for (const photo of before.wall?.photos ?? [])
      if (this.#pictures.has(photo.media_url)) this.#reserve.set(photo.media_url, { photo, isVouched: false });
    for (const key of listed) this.#reserve.delete(key);
    this.#trim(wall);
    const slots = this.#slotsThatStay(wall);
    this.#show({ wall, slots: isAnotherLayout ? slots.slice(0, 1) : slots });
    this.step(isSkip);
    void this.loadPictures();
  }

  /** Photos to ask the server about: they are not listed any more, and the wall would go on with them. */
  readonly reserved = (): readonly string[] => [...this.#reserve.keys()];

  /** Photos whose pictures are needed. */
  readonly pictured = (): readonly WallPhoto[] => [
    ...(this.#view.wall?.photos ?? []),
    ...[...this.#reserve.values()].map(({ photo }) => photo),
  ];

  /** Takes what the server said about reserved photos. Those that do not stay leave the screen at once. */
  vouch(asked: readonly string[], stays: readonly string[]): void {
    for (const key of asked) {
      const held = this.#reserve.get(key);
      if (held === undefined) continue;
      if (stays.includes(key)) this.#reserve.set(key, { photo: held.photo, isVouched: true });
      else this.#reserve.delete(key);
    }
    this.#dropOthers();
    this.step();
  }

  /** Loads pictures one after the other, those of the newest photos first, until one cannot be had: then its server may be down. */
  async loadPictures(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (let next = this.#missing(); next !== undefined; next = this.#missing()) {
        const { media_url } = next;
        const url = await this.#deps.loadPicture(next).catch(() => null);
        if (url === null) {
          this.#failedAt.set(media_url, this.#deps.now());
          return;
        }
        this.#hold(media_url, url);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /** Shows what is due. @param isSkip staff skip the photo: also while the wall is paused */
  step(isSkip = false): void {
    const { wall, slots } = this.#view;
    const photos = this.#playable(wall);
    if (wall === null || photos.length === 0) {
      if (slots.length > 0) this.#show({ wall, slots: [] });
      return;
    }
    const pinned = photos.find(({ media_url }) => media_url === wall.state.pinned);
    if (pinned) {
      if (slots.length !== 1 || slots[0]?.shown.photo.media_url !== pinned.media_url) this.#place(pinned, 0, 1, photos);
      return;
    }
    const places = wall.state.layout === 'mosaic' ? Math.min(this.#deps.countStrips(), photos.length) : 1;
    if (slots.length < places) this.#fill(places, photos);
    else if (isSkip || this.#isDue(wall, photos)) this.#advance(places, photos);
  }

  /**
   * Forgets what is needed no more. A reserve is needed while few pictures of the list are there and new ones cannot be had. Staff may have
   * hidden a photo that left the list, so the server is asked before it is shown again.
   */
  #trim(wall: Wall | null): void {
    const listed = new Set(wall?.photos.map(({ media_url }) => media_url));
    const loaded = [...listed].filter((key) => this.#pictures.has(key)).length;
    const room = this.#failedAt.size === 0 ? 0 : WALL_PHOTOS.reserve - loaded;
    for (const key of this.#reserve.keys()) if (this.#reserve.size > Math.max(0, room)) this.#reserve.delete(key);
    for (const key of this.#pictures.keys())
      if (!listed.has(key) && !this.#reserve.has(key)) this.#pictures.delete(key);
  }

  /** As `#trim`, and takes what is forgotten off the screen. */
  #dropOthers(): void {
    const { wall } = this.#view;
    this.#trim(wall);
    this.#show({ wall, slots: this.#slotsThatStay(wall) });
  }

  /** Photos that may be shown and whose pictures are there: first those of the list. */
  #playable(wall: Wall | null): readonly WallPhoto[] {
    const listed = (wall?.photos ?? []).filter(({ media_url }) => this.#pictures.has(media_url));
    return [...listed, ...[...this.#reserve.values()].flatMap(({ photo, isVouched }) => (isVouched ? [photo] : []))];
  }

  #slotsThatStay(wall: Wall | null): readonly WallSlot[] {
    const keys = new Set(this.#playable(wall).map(({ media_url }) => media_url));
    return this.#view.slots.flatMap(({ shown, under }) =>
      keys.has(shown.photo.media_url)
        ? [{ shown, under: under && keys.has(under.photo.media_url) ? under : null }]
        : [],
    );
  }

  #show(next: WallView): void {
    this.#view = next;
    this.#listeners.tell();
  }

  /** The photo to load next: the newest that was not tried yet, else the one that failed longest ago. */
  #missing(): WallPhoto | undefined {
    const failedAt = ({ media_url }: WallPhoto) => this.#failedAt.get(media_url) ?? -RETRY_PICTURE_MS;
    const isDue = (photo: WallPhoto) => this.#deps.now() - failedAt(photo) >= RETRY_PICTURE_MS;
    const missing = this.#view.wall?.photos.filter((photo) => !this.#pictures.has(photo.media_url) && isDue(photo));
    return missing?.toSorted((one, other) => failedAt(one) - failedAt(other))[0];
  }

  /** Notes a loaded picture, unless its photo has left the wall meanwhile. */
  #hold(media_url: string, url: string): void {
    if (!this.#view.wall?.photos.some((photo) => photo.media_url === media_url)) return;
    this.#pictures.set(media_url, url);
    this.#failedAt.delete(media_url);
    if (this.#reserve.size > 0) this.#dropOthers();
    this.step();
  }

  #isDue({ state }: Wall, photos: readonly WallPhoto[]): boolean {
    if (state.is_paused) return false;
    const since = this.#deps.now() - this.#changedAt;
    return since >= WALL_TIMES.show || (since >= WALL_TIMES.showAtLeast && hasNewPhoto(photos, this.#played));
  }

  /** Fills places that are empty, each with a photo that is in no other. */
  #fill(places: number, photos: readonly WallPhoto[]): void {
    while (this.#view.slots.length < places) {
      const next = this.#chooseOther(photos);
      if (next === null) return;
      this.#place(next, this.#view.slots.length, places, photos);
    }
  }

  #advance(places: number, photos: readonly WallPhoto[]): void {
    const next = this.#chooseOther(photos) ?? choosePhoto(photos, this.#played);
    if (next === null) return;
    const turns = this.#view.slots.slice(0, places).map(({ shown }) => shown.turn);
    this.#place(next, turns.indexOf(Math.min(...turns)), places, photos);
  }

  /** The next photo that is not on the screen; null: all are. */
  #chooseOther(photos: readonly WallPhoto[]): WallPhoto | null {
    const shown = new Set(this.#view.slots.map((slot) => slot.shown.photo.media_url));
    return choosePhoto(
      photos.filter(({ media_url }) => !shown.has(media_url)),
      this.#played,
    );
  }

  #place(photo: WallPhoto, at: number, places: number, photos: readonly WallPhoto[]): void {
    const url = this.#pictures.get(photo.media_url);
    if (url === undefined) return;
    this.#changedAt = this.#deps.now();
    this.#played = notePlayed(this.#played, photo, photos);
    const { wall, slots } = this.#view;
    const under = slots[at]?.shown ?? null;
    // One photo that follows itself does not move.
    if (under?.photo.media_url === photo.media_url && slots.length === places) return;
    this.#turn += 1;
    const slot = { shown: { photo, url, turn: this.#turn }, under };
    this.#show({ wall, slots: [...slots.slice(0, at), slot, ...slots.slice(at + 1, places)] });
  }
}
