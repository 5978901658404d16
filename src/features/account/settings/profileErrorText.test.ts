import { expect, test } from 'vitest';
import { errorText } from '../../../messages/jaErrors.ts';
import { suspension } from '../../../messages/jaSuspension.ts';
import { profileErrorText } from './profileErrorText.ts';

test('OPR-03c the settings say that a suspended fan keeps name and avatar', () => {
  expect(profileErrorText('UserLambdaValidationException')).toBe(suspension.profile);
  expect(profileErrorText('InvalidParameterException')).toBe(errorText('InvalidParameterException'));
});
