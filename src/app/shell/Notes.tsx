import { Toasts } from '../../ui/toasts.tsx';
import { UpdatePrompt } from './UpdatePrompt.tsx';

/** What speaks up by itself: toasts and the offer of a new build. */
export function Notes() {
  return (
    <>
      <UpdatePrompt />
      <Toasts />
    </>
  );
}
