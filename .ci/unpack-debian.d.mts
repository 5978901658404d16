export interface UnpackedPackages {
  /** Their files, below `usr`. */
  readonly folder: string;
  /** What their programs need besides the environment of everything. */
  readonly env: Readonly<Record<string, string>>;
}
/** @param name of the folder they are kept in. null: they cannot be had. */
export declare function unpackDebian(name: string, packages: readonly string[]): UnpackedPackages | null;
