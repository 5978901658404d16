import { ui } from '../messages/ja.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { type SharedPart, useSharedFailures } from './sharedFailures.ts';

/** Says which of the data a screen needs could not be loaded (DAT-01); nothing while all is there. */
export function SharedFailures({ of }: { readonly of: readonly SharedPart[] }) {
  const { texts, retry } = useSharedFailures(of);
  if (texts.length === 0) return null;
  return (
    <Banner tone="error" action={<Button onClick={retry}>{ui.retry}</Button>}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Banner>
  );
}
