import type { PickNotice } from './formSnapshots.ts';
import type { PhotoForm, PhotoFormAction } from './photoForm.ts';

/** The form as the work on it needs it: that goes on while nothing is drawn, and ends when the form is closed. */
export interface OpenForm {
  getForm(): PhotoForm;
  isClosed(): boolean;
  dispatch(action: PhotoFormAction): void;
  addNotice(notice: PickNotice): void;
}
