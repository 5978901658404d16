import type { Tenant, TenantColors } from './schema.ts';

/** What a tenant must say about itself; everything else has a default (TEN-03, TEN-07) and is named only where it differs. */
export interface TenantFacts
  extends Pick<Tenant, 'name' | 'lead' | 'url' | 'creditLabel'>,
    Partial<
      Pick<
        Tenant,
        | 'shortName'
        | 'embedders'
        | 'ga'
        | 'isPoint'
        | 'isTeam'
        | 'isGender'
        | 'partyLabel'
        | 'shareHashtag'
        | 'rulesVersion'
      >
    > {
  /** Place among the tenants on the root page; tenants of the same number stand by their ids. */
  readonly order: number;
  readonly colors: TenantColors;
  readonly features?: Partial<Tenant['features']>;
  readonly config?: Partial<Omit<Tenant['config'], 'colors' | 'playerIcon'>>;
}

/** Completes a tenant from its facts. All are in the client's first bundle, so a tenant's file holds differences only. */
export function defineTenant(id: string, { colors, features, config, order: _, ...facts }: TenantFacts): Tenant {
  const index = `/${id}/`;
  return {
    id,
    index,
    logo: `${index}logo.svg`,
    shortName: facts.name,
    ga: '',
    isPoint: false,
    isTeam: false,
    isGender: false,
    partyLabel: 'クラブ側',
    shareHashtag: '#推しコレ',
    rulesVersion: '2026-11-01',
    ...facts,
    features: {
      tutorial: true,
      feedbackUrl: `https://oshicolle.example/feedback?t=${id}`,
      permissionCheck: true,
      permissionToggleOnEdit: true,
      permissionDialogOnFirstPost: true,
      createEventPrompt: true,
      firstFollow: true,
      ...features,
    },
    config: {
      eventLabel: '企画一覧',
      eventTitle: '試合',
      PSeats: '座席・撮影場所',
      messagelabel: '応援メッセージ',
      playerlabel: '選手',
      playerIcon: `${index}player.svg`,
      ...config,
      colors,
    },
  };
}
