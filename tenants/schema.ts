/**
 * What a tenant is (spec §1, §3). One folder below tenants/ holds one tenant's data; nothing else in the project knows a tenant's id.
 * Behaviour differs by these flags and words only.
 */
export interface Tenant {
  readonly id: string;
  /** Full name of the site, shown in headings and titles. */
  readonly name: string;
  /** At most 12 characters: home-screen label. */
  readonly shortName: string;
  /** One sentence for the home page and meta description. */
  readonly lead: string;
  /** Official site of the club or league, opened in a new tab by the tenant logo. */
  readonly url: string;
  /** Other sites than the official one that may show `mediasite.html` in a frame, as origins: 'https://media.example.jp'. */
  readonly embedders?: readonly string[];
  /** Measurement id of Google Analytics 4, such as `G-1A2B3C4D5E` (TEN-12). Empty: page views are counted nowhere. */
  readonly ga: string;
  /** Address of the tenant's home in this product: `/{id}/`. */
  readonly index: string;
  /** Emblem, shown at 106×106: `/{id}/logo.svg`. */
  readonly logo: string;
  readonly isPoint: boolean;
  readonly isTeam: boolean;
  readonly isGender: boolean;
  readonly features: {
    /** The 'about the service' page exists (TEN-05). */
    readonly tutorial: boolean;
    /** Address of the feedback form, or null where none is offered. */
    readonly feedbackUrl: string | null;
    /** Posting asks for photo-use permission first. */
    readonly permissionCheck: boolean;
    /** The use-permission toggle is offered while editing. */
    readonly permissionToggleOnEdit: boolean;
    /** Events may open the permission dialog on a fan's first post. */
    readonly permissionDialogOnFirstPost: boolean;
    /** Fans are invited to create an event: at home, in lists and in the post window (TEN-06). */
    readonly createEventPrompt: boolean;
    /** The first-follow modal shows after activation (MOD-04). */
    readonly firstFollow: boolean;
  };
  readonly config: {
    /** '企画一覧': the list of events, as the navigation calls it. */
    readonly eventLabel: string;
    /** '試合': one event, as headings call it. */
    readonly eventTitle: string;
    /** Wording of seats and shooting places: '座席・撮影場所'. */
    readonly PSeats: string;
    /** '応援メッセージ'. */
    readonly messagelabel: string;
    /** '選手'. */
    readonly playerlabel: string;
    /** `/{id}/player.svg`. */
    readonly playerIcon: string;
    readonly colors: TenantColors;
  };
  /** 'クラブ側' or 'JRP': who may use the photos (TEN-07). */
  readonly partyLabel: string;
  /** Fixed hashtag added to shares (PHO-06), with its #. */
  readonly shareHashtag: string;
  /** Company label of the default credit line (PHO-03). */
  readonly creditLabel: string;
  /** Version of the rules a fan agrees to; a new version asks again. */
  readonly rulesVersion: string;
}

/** Values only; `theme.css` of the tenant gives the derived light and dark tones as custom properties. */
export interface TenantColors {
  /** Brand colour, '#rrggbb'. Also the manifest's theme_color. */
  readonly brand: string;
  /** Text and icons on the brand colour. */
  readonly onBrand: string;
  /** Second colour of the emblem and of illustrations. */
  readonly second: string;
}
