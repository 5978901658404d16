/** A good input of each staff call. A call without a row does not compile. */
import type { StaffEndpointName } from '../../src/contract/staffEndpoints.ts';
import type { StaffCall, StaffWorld } from './staffSetup.ts';

type Input<N extends StaffEndpointName> = Omit<StaffCall<N>, 'as' | 'tenant'>;
export type StaffRows = { readonly [N in StaffEndpointName]: (tenant: string) => Promise<Input<N>> | Input<N> };

/** Each call of a row makes fixtures of its own in the tenant. */
export function createStaffRows(world: StaffWorld): StaffRows {
  let made = 0;
  const newSeason = () => ({
    season_id: `s-${++made}`,
    season_name: '2026',
    season_period_start: '2026-01-01 00:00:00',
    season_period_end: '2026-12-31 23:59:59',
  });
  const newNews = () => ({
    news_id: crypto.randomUUID(),
    revision: null,
    title: '見出し',
    body: '本文',
    url: null,
    picture: null,
    audience: 'all' as const,
    about: '',
  });
  /** A draft of the tenant. */
  const newDraft = async (tenant: string) => {
    const { news } = await world.staff.ok('putStaffNews', { as: `owner-${tenant}`, tenant, body: newNews() });
    return { news_id: news?.news_id ?? '', revision: news?.revision ?? 0 };
  };
  /** Key and revision of a new event of the club. */
  const newEvent = async (tenant: string): Promise<readonly [key: string, revision: string]> => {
    const event_id = `moving-${++made}`;
    await world.addEvent(event_id, { tenant });
    const query = { kind: 'events' } as const;
    const { list } = await world.staff.ok('getStaffRecords', { as: `owner-${tenant}`, tenant, query });
    return [event_id, list.find(({ key }) => key === event_id)?.revision ?? ''];
  };
  let invited = 0;
  const newMember = async (tenant: string) => {
    const user_id = await world.newFan(tenant);
    await world.addStaff(user_id, tenant, 'viewer');
    return user_id;
  };
  return {
    getStaffDesk: () => ({}),
    getStaffTeam: () => ({}),
    putStaffInvitation: () => ({ body: { email: `staff-${++invited}@example.jp`, role: 'viewer' } }),
    deleteStaffInvitation: () => ({ body: { email: 'nobody@example.jp' } }),
    putStaffRole: async (tenant) => ({ body: { user_id: await newMember(tenant), role: 'moderator' } }),
    deleteStaffMember: async (tenant) => ({ body: { user_id: await newMember(tenant) } }),
    getStaffSettings: () => ({}),
    putStaffSettings: () => ({ body: { hides_reported: true } }),
    getStaffLog: () => ({ query: {} }),
    getStaffLogFile: () => ({ query: {} }),
    getStaffCases: () => ({ query: { state: 'open' } }),
    getStaffCase: async (tenant) => ({ params: { caseId: String((await world.newCase(tenant)).caseId) } }),
    getStaffCasePicture: async (tenant) => ({ params: { caseId: String((await world.newCase(tenant)).caseId) } }),
    putStaffDecision: async (tenant) => {
      const { caseId } = await world.newCase(tenant);
      return { body: { case_id: caseId, decision: 'hide', reason: '理由', days: null } };
    },
    deleteStaffCasePhoto: async (tenant) => {
      const { caseId, media_url } = await world.newCase(tenant);
      return { body: { case_id: caseId, media_url, reason: '理由' } };
    },
    putStaffDecisions: async (tenant) => {
      const { caseId } = await world.newCase(tenant);
      return { body: { case_ids: [caseId], decision: 'hide', reason: '理由' } };
    },
    putStaffAppealAnswer: async (tenant) => {
      const { caseId } = await world.newAppeal(tenant);
      // Decided by somebody who is not asked here.
      await world.db.updateTable('report_case').set({ decided_by: 'former' }).where('case_id', '=', caseId).execute();
      return { body: { case_id: caseId, outcome: 'kept', reason: '理由' } };
    },
    getStaffPeople: (tenant) => ({ query: { text: `fan-${tenant}` } }),
    putStaffMailSearch: () => ({ body: { email: 'nobody@example.jp' } }),
    getStaffPerson: (tenant) => ({ params: { userId: `fan-${tenant}` } }),
    putStaffPrivateData: (tenant) => ({ body: { user_id: `fan-${tenant}`, reason: '理由' } }),
    putStaffSignOut: (tenant) => ({ body: { user_id: `fan-${tenant}`, reason: '理由' } }),
    putStaffRename: async (tenant) => {
      const user_id = await world.newFan(tenant);
      return { body: { user_id, name: user_id, reason: '理由' } };
    },
    getStaffInbox: () => ({ query: { state: 'open' } }),
    putStaffAnswer: async (tenant) => ({ body: { contact_id: await world.newMessage(tenant), text: 'お返事' } }),
    putStaffInboxState: async (tenant) => ({
      body: { contact_id: await world.newMessage(tenant), is_closed: true },
    }),
    getStaffPhotos: (tenant) => ({ query: { event_id: `e-${tenant}` } }),
    putStaffDownload: async (tenant) => ({ body: { media_urls: [(await world.newPhoto(tenant)).media_url] } }),
    getStaffEndedPermissions: () => ({}),
    putStaffEndedPermissions: async (tenant) => ({ body: { media_urls: [(await world.newPhoto(tenant)).media_url] } }),
    putStaffBestShot: async (tenant) => ({
      body: { media_url: (await world.newPhoto(tenant)).media_url, is_best: true },
    }),
    putStaffStars: async (tenant) => ({ body: { media_url: (await world.newPhoto(tenant)).media_url, stars: 3 } }),
    putStaffFaces: async (tenant) => ({
      body: { media_url: (await world.newPhoto(tenant)).media_url, faces: [], seen: [] },
    }),
    getStaffFigures: () => ({ query: {} }),
    getStaffFiguresFile: () => ({ query: { by: 'day' } }),
    getStaffRecords: () => ({ query: { kind: 'events' } }),
    putStaffRecord: () => ({ body: { kind: 'seasons', revision: null, values: newSeason() } }),
    deleteStaffRecord: async (tenant) => {
      const body = { kind: 'seasons', revision: null, values: newSeason() } as const;
      const { record } = await world.staff.ok('putStaffRecord', { as: `owner-${tenant}`, tenant, body });
      return { body: { kind: 'seasons', key: record?.key ?? '', revision: record?.revision ?? '' } };
    },
    putStaffEventEnd: async (tenant) => {
      const event_id = `ended-${++made}`;
      await world.addEvent(event_id, { tenant, user_id: null, event_type: 'official' });
      return { body: { event_id } };
    },
    getStaffEventReach: (tenant) => ({ query: { event_id: `e-${tenant}` } }),
    getStaffEventMoves: () => ({}),
    putStaffEventDate: async (tenant) => {
      const [key, revision] = await newEvent(tenant);
      const day = '2026-09-01';
      const period = { crawl_period_start: `${day} 00:00:00`, crawl_period_end: `${day} 23:59:59` };
      const values = { event_date: day, ...period, photo_location: [], public_message: '' };
      return { body: { event_id: key, revision, values, note: '' } };
    },
    putStaffEventMove: async (tenant) => {
      const [event_id] = await newEvent(tenant);
      const [into] = await newEvent(tenant);
      return { body: { event_id, into, note: '' } };
    },
    putStaffPersonMerge: async (tenant) => {
      const body = { kind: 'persons', revision: null, values: { name: `一つ${++made}` } } as const;
      const { record } = await world.staff.ok('putStaffRecord', { as: `owner-${tenant}`, tenant, body });
      return { body: { from: 'だれでもない', into: record?.key ?? '' } };
    },
    getStaffWords: () => ({}),
    getStaffHeldWords: () => ({}),
    putStaffHeldWord: () => ({ body: { word: `止める${++made}`, is_held: true } }),
    putStaffWord: () => ({ body: { word: `言葉${++made}`, is_hidden: true } }),
    getStaffSampleTags: () => ({}),
    putStaffSampleTags: async (tenant) => {
      const { revision } = await world.staff.ok('getStaffSampleTags', { as: `owner-${tenant}`, tenant });
      return { body: { tags: [`#例${++made}`], revision } };
    },
    getStaffRecordsFile: () => ({ query: { kind: 'events' } }),
    putStaffRecordsFile: () => ({ body: { kind: 'persons', csv: `name\n選手${++made}`, is_trial: false } }),
    getStaffNews: () => ({}),
    putStaffNews: () => ({ body: newNews() }),
    deleteStaffNews: async (tenant) => ({ body: await newDraft(tenant) }),
    putStaffNewsTime: async (tenant) => ({ body: { ...(await newDraft(tenant)), publish_at: null, is_draft: true } }),
    putStaffNewsWithdrawal: async (tenant) => ({ body: { news_id: (await newDraft(tenant)).news_id } }),
    getStaffWall: (tenant) => ({ query: { event_id: `e-${tenant}` } }),
    putStaffWallChoices: async (tenant) => {
      const event_id = `e-${tenant}`;
      const { state, version } = await world.staff.ok('getStaffWall', {
        as: `owner-${tenant}`,
        tenant,
        query: { event_id },
      });
      const { needs_approval, layout, motion } = state;
      return { body: { event_id, version, choices: { needs_approval, layout, motion, message: `知らせ${++made}` } } };
    },
    putStaffWallButton: (tenant) => ({ body: { event_id: `e-${tenant}`, press: { button: 'skip' } } }),
    putStaffWallPhoto: async (tenant) => {
      const { media_url } = await world.newPhoto(tenant);
      return { body: { event_id: `e-${tenant}`, media_url, decision: 'approved', seen: 'waiting' } };
    },
    putStaffWallKey: async (tenant) => {
      const event_id = `wall-${++made}`;
      await world.addEvent(event_id, { tenant });
      return { body: { event_id, name: '場内' } };
    },
    deleteStaffWallKey: async (tenant) => {
      const event_id = `wall-${++made}`;
      await world.addEvent(event_id, { tenant });
      const key = { as: `owner-${tenant}`, tenant, body: { event_id, name: '場内' } };
      return { body: { key_id: (await world.staff.ok('putStaffWallKey', key)).key_id } };
    },
    getStaffHighlights: (tenant) => ({ query: { event_id: `e-${tenant}` } }),
    putStaffHighlights: async (tenant) => {
      const event_id = `highlights-${++made}`;
      await world.addEvent(event_id, { tenant });
      return { body: { event_id, revision: null, title: 'ハイライト', text: '', sections: ['photos'] } };
    },
    putStaffHighlightsState: async (tenant) => {
      const event_id = `highlights-${++made}`;
      await world.addEvent(event_id, { tenant });
      const body = { event_id, revision: null, title: 'ハイライト', text: '', sections: [] };
      const { page } = await world.staff.ok('putStaffHighlights', { as: `owner-${tenant}`, tenant, body });
      return { body: { event_id, revision: page?.revision ?? 0, is_published: true } };
    },
    putStaffUndo: async (tenant) => {
      const { caseId } = await world.newCase(tenant);
      const body = { case_id: caseId, decision: 'none', reason: '', days: null } as const;
      await world.staff.ok('putStaffDecision', { as: `owner-${tenant}`, tenant, body });
      return { body: { case_id: caseId } };
    },
  };
}
