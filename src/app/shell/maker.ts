/** The maker's own pages outside the product (§2 side menu and footer). */
export const maker = { service: 'https://oshicolle.example/' } as const;
