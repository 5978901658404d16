import type { Tenant } from '../../../../tenants/schema.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { fieldLabels } from '../../../messages/jaPhotoFields.ts';
import type { JobPhoto } from '../../../outbox/job.ts';

type Labels = Pick<Tenant['config'], 'messagelabel' | 'playerlabel' | 'PSeats'>;

/** Why a photo cannot be sent: the field by the word its form has for it, where the server named one (QUE-03c). null: it can. */
export function photoProblem({ error, field }: Pick<JobPhoto, 'error' | 'field'>, labels: Labels): string | null {
  if (error === null) return null;
  if (error !== 'INVALID_REQUEST' || field == null) return errorText(error);
  const words: Readonly<Record<string, string>> = { ...texts.refusedFields, ...fieldLabels(labels) };
  const label = words[field];
  return label === undefined ? texts.refusedPicture : texts.refusedField(label);
}
