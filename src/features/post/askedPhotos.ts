/**
 * The device's pictures, asked for while the form is still on its way (FAN-03): a picker opens only within the press that asks for it,
 * and the form has its draft and events to read first.
 */
let asked: Promise<readonly File[]> | null = null;

/** Opens the device's picker for photos. To be called within a press; without one nothing opens. */
export function askForPhotos(): void {
  if (navigator.userActivation?.isActive === false) return;
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'image/jpeg', multiple: true, hidden: true });
  asked = new Promise((resolve) => {
    const end = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener('change', end);
    input.addEventListener('cancel', end);
  });
  // In the page: Safari forgets an input that stands nowhere.
  document.body.append(input);
  input.click();
}

/** What was asked for and no form has taken yet; resolves when the fan has chosen, empty when not. null: nothing was asked. */
export function takeAskedPhotos(): Promise<readonly File[]> | null {
  const taken = asked;
  asked = null;
  return taken;
}
