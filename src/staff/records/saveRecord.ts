import { thumbnailKey } from '../../contract/config.ts';
import { AppError } from '../../contract/errors.ts';
import type { RecordKind, RecordValues } from '../../contract/staffContentEndpoints.ts';
import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import { PERSONS_FOLDER } from '../../contract/staffLimits.ts';
import { createObjectName, originalKey } from '../../rules/objectKeys.ts';
import type { Services } from '../../services/services.tsx';
import type { CallStaff } from '../staffApi.ts';
import type { PreparedPicture } from './RecordPicture.tsx';

export interface RecordSave {
  readonly kind: RecordKind;
  /** null: the record is new. */
  readonly revision: string | null;
  readonly values: RecordValues;
  /** Picked pictures by field. */
  readonly pictures: Readonly<Record<string, PreparedPicture>>;
}

/**
 * Saves a record and its pictures (STF-12a). The store takes pictures of an event that is there, so a new one is saved without them first.
 * Rejects with AppError.
 */
export async function saveRecord(
  call: CallStaff,
  { objects, tenantId }: { readonly objects: Services['objects']; readonly tenantId: string },
  { kind, revision, values, pictures }: RecordSave,
): Promise<StaffAnswer<'putStaffRecord'>> {
  const put = (body: Pick<RecordSave, 'revision' | 'values'>) => call('putStaffRecord', { body: { kind, ...body } });
  const picked = Object.entries(pictures);
  if (picked.length === 0) return put({ revision, values });
  const first = revision === null ? await put({ revision, values }) : null;
  if (first !== null && (first.result !== 'ok' || first.record === null)) return first;
  const stored: Record<string, string> = {};
  for (const [name, picture] of picked)
    stored[name] = await storePicture(objects, { tenantId, owner: folderOf(kind, values), picture });
  return put({ revision: first?.record?.revision ?? revision, values: { ...values, ...stored } });
}

const folderOf = (kind: RecordKind, values: RecordValues): string =>
  kind === 'persons' ? PERSONS_FOLDER : String(values.event_id);

/** Stores a picture with its thumbnail below the event, or another folder of the tenant. Returns its key. */
export async function storePicture(
  objects: Services['objects'],
  {
    tenantId,
    owner,
    picture,
  }: { readonly tenantId: string; readonly owner: string; readonly picture: PreparedPicture },
): Promise<string> {
  const key = originalKey({ dir: 'ugc', tenant: tenantId, owner, name: createObjectName() });
  const parts = [
    [key, picture.original],
    [thumbnailKey(key), picture.thumbnail],
  ] as const;
  for (const [name, bytes] of parts)
    await objects.put(name, bytes).catch((cause: unknown) => {
      // An object that is there came from an earlier try: the key is random.
      if (!(cause instanceof AppError && cause.code === 'PreconditionFailed')) throw cause;
    });
  return key;
}
