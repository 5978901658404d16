import type { ErrorCode } from '../../../contract/errors.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { suspension } from '../../../messages/jaSuspension.ts';

/** The sentence for a change of name or avatar that was refused. Our pool answers a suspended fan so (OPR-03c). */
export const profileErrorText = (code: ErrorCode): string =>
  code === 'UserLambdaValidationException' ? suspension.profile : errorText(code);
