/** Folder with initdb and postgres. null: there is none. */
export declare function findPostgres(): string | null;
/** As findPostgres, and installs one first when none is there. null: none can be had. */
export declare function ensurePostgres(): string | null;
