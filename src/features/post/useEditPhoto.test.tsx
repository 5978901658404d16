// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press } from '../../../tests/support/render.tsx';
import { drawSocialScreen, ok, page, photo, show } from '../../../tests/support/socialScreen.tsx';
import { AppError } from '../../contract/errors.ts';
import { editPhoto as texts } from '../../messages/jaPost.ts';
import { useEditPhoto } from './useEditPhoto.ts';

drawSocialScreen();

function Removal() {
  const { remove, failure } = useEditPhoto(photo);
  return (
    <>
      <button type="button" onClick={remove}>
        remove
      </button>
      <p>{failure?.code}</p>
    </>
  );
}

test('PST-12c a photo that is gone already is deleted: an earlier answer was lost', async () => {
  const deletePhoto = vi
    .fn(ok)
    .mockRejectedValueOnce(new AppError('NETWORK', 'later'))
    .mockRejectedValueOnce(new AppError('NOT_FOUND', 'never'));
  await show(<Removal />, { deletePhoto });
  await press('remove');
  await waitFor(() => expect(page.container.textContent).toContain('NETWORK'));
  await press('remove');
  await waitFor(() => expect(page.stack().at(-1)).toMatchObject({ mode: 'result', text: texts.removed }));
  expect(deletePhoto).toHaveBeenCalledTimes(2);
});

test('PST-12c a photo the fan may not delete is not said to be deleted', async () => {
  await show(<Removal />, { deletePhoto: () => Promise.reject(new AppError('NOT_ALLOWED', 'never')) });
  await press('remove');
  await waitFor(() => expect(page.container.textContent).toContain('NOT_ALLOWED'));
  await act(async () => {});
  expect(page.stack()).toEqual([]);
});
