/** Name of a tenant's link preview picture, below the tenant. Apart from `renderCard.ts`: a server without `sharp` reads it too. */
export const TENANT_CARD = 'icons/card.jpg';
