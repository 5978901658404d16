/** What a figure wears. */
export interface Dress {
  readonly shirt: string;
  readonly shorts: string;
  readonly socks: string;
  readonly shoes?: string;
  readonly skin?: string;
  readonly hair?: string;
  readonly skirt?: boolean;
  /** Long trousers (baseball, racing suits). */
  readonly trousers?: boolean;
  readonly longSleeves?: boolean;
  readonly longHair?: boolean;
  readonly cap?: string;
}
