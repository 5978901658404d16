/** Calls of the desk about the highlights of an event (WAL-07). */
import * as v from 'valibot';
import { endpoint } from './endpoints.ts';
import { Id, Photo, text } from './entities.ts';
import {
  HIGHLIGHTS_FORMATS,
  HIGHLIGHTS_SECTIONS,
  HighlightsNumbers,
  HighlightsPlayers,
  HighlightsSections,
} from './highlights.ts';
import { HIGHLIGHTS } from './highlightsLimits.ts';
import { forRole, type StaffEndpoint } from './staffCall.ts';

const Revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fields = {
  title: v.pipe(text(HIGHLIGHTS.title), v.nonEmpty()),
  /** Empty: none. */
  text: text(HIGHLIGHTS.text),
};

/** A page as staff see it. */
const StaffHighlights = v.object({
  title: v.string(),
  text: v.string(),
  sections: v.array(v.picklist(HIGHLIGHTS_SECTIONS)),
  /** Grows with each change. */
  revision: v.number(),
  is_published: v.boolean(),
});
export type StaffHighlights = v.InferOutput<typeof StaffHighlights>;

/** 'changed': somebody else changed the page since. 'gone': there is none. 'full': HIGHLIGHTS.published pages are public. */
const result = v.picklist(['ok', 'changed', 'gone', 'full']);
export type HighlightsResult = v.InferOutput<typeof result>;
/** `page`: how it stands now; null: there is none. */
const written = v.object({ result, page: v.nullable(StaffHighlights) });

export const staffHighlightsEndpoints = {
  /** The page of an event, and what it would show now. NOT_FOUND: no such event. */
  getStaffHighlights: forRole(
    'editor',
    endpoint({
      method: 'GET',
      path: '/staff/highlights',
      auth: 'user',
      cache: 'none',
      query: v.object({ event_id: Id }),
      answer: v.object({
        event_name: v.string(),
        /** null: nobody has made it. */
        page: v.nullable(StaffHighlights),
        numbers: HighlightsNumbers,
        players: HighlightsPlayers,
        photos: v.array(Photo),
        /** Pictures that are public now. Empty: the page is not public, they are drawn, or the club may use no photo of it. */
        pictures: v.array(
          v.object({
            format: v.picklist(Object.keys(HIGHLIGHTS_FORMATS) as (keyof typeof HIGHLIGHTS_FORMATS)[]),
            tag: v.string(),
          }),
        ),
        /** The pictures wait for their drawing. */
        is_drawing: v.boolean(),
        /** The club may use a photo of the event. */
        has_usable: v.boolean(),
      }),
    }),
  ),
  /** Makes the page (`revision` null) or changes it. The same once more is no error. NOT_FOUND: no such event. */
  putStaffHighlights: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/highlights',
      auth: 'user',
      body: v.object({ event_id: Id, revision: v.nullable(Revision), ...fields, sections: HighlightsSections }),
      answer: written,
    }),
  ),
  /** Publishes the page, or takes it back. What is so already is no error. NOT_FOUND: no such event. */
  putStaffHighlightsState: forRole(
    'editor',
    endpoint({
      method: 'PUT',
      path: '/staff/highlights/state',
      auth: 'user',
      body: v.object({ event_id: Id, revision: Revision, is_published: v.boolean() }),
      answer: written,
    }),
  ),
} as const satisfies Record<string, StaffEndpoint>;
