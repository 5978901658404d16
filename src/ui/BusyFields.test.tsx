// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAlone } from '../../tests/support/render.tsx';
import { BusyFields } from './BusyFields.tsx';

const form = (isBusy: boolean) => (
  <>
    <BusyFields isBusy={isBusy}>
      <input aria-label="message" />
    </BusyFields>
    <button type="button">send</button>
  </>
);
/** What is disabled loses the focus and takes none, as in browsers: Chromium sees to it at once, others when they draw next. */
function disableAsBrowsersDo(fields: HTMLFieldSetElement, field: HTMLElement) {
  const focus = field.focus.bind(field);
  vi.spyOn(field, 'focus').mockImplementation(() => fields.disabled || focus());
  const set = fields.setAttribute.bind(fields);
  return vi.spyOn(fields, 'setAttribute').mockImplementation((name, value) => {
    set(name, value);
    if (name === 'disabled') field.blur();
  });
}

test('OVL-02a OVL-02d the field that had the focus has it again once sent, unless it went elsewhere', () => {
  const { rerender, container } = renderAlone(form(false));
  const field = screen.getByLabelText('message');
  const button = screen.getByRole('button');
  const fields = container.querySelector('fieldset') as HTMLFieldSetElement;
  const atOnce = disableAsBrowsersDo(fields, field);
  field.focus();
  rerender(form(true));
  expect([fields.disabled, document.activeElement]).toEqual([true, document.body]);
  rerender(form(false));
  expect([fields.disabled, document.activeElement]).toEqual([false, field]);
  atOnce.mockRestore();
  rerender(form(true));
  field.blur();
  rerender(form(false));
  expect(document.activeElement).toBe(field);
  rerender(form(true));
  button.focus();
  rerender(form(false));
  expect(document.activeElement).toBe(button);
  rerender(form(true));
  button.blur();
  rerender(form(false));
  expect(document.activeElement, 'it was in no field').toBe(document.body);
});
