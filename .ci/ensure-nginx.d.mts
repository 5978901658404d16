/** Path of nginx. null: there is none. */
export declare function findNginx(): string | null;
/** As findNginx, and unpacks one first when none is there. null: none can be had. */
export declare function ensureNginx(): string | null;
