import type { ComponentProps } from 'react';
import { TextField } from '../../ui/Field.tsx';

/** A mail address as phones and password managers like it: it is the name to sign in with. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return (
    <TextField
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** Tells a password manager whose password the form changes, where no field shows it. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
