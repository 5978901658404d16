/** Where a figure stands, and in which light. */
export interface Placing {
  /** Hip position. */
  readonly x: number;
  readonly y: number;
  /** Height of a head; a standing figure is about 7.3 of them. */
  readonly size: number;
  readonly flip?: boolean;
  /** 0 lit, 1 a bare silhouette. */
  readonly shade?: number;
  /** Direction the light comes from, degrees as in a pose. */
  readonly light?: number;
  readonly rim?: string;
}
