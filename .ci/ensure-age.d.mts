/** A PATH on which age, age-keygen and zstd run. null: there is none. */
export declare function findAge(): string | null;
/** As findAge, and unpacks them first when they are not there. null: they cannot be had. */
export declare function ensureAge(): string | null;
