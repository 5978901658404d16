import { postForm } from '../../messages/jaPost.ts';
import { useTenant } from '../../services/services.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import type { PhotoFormAction } from './photoForm.ts';

interface PermissionFieldProps {
  readonly isPermitted: boolean;
  readonly dispatch: (action: PhotoFormAction) => void;
}

/** May the tenant use the photos? */
export function PermissionField({ isPermitted, dispatch }: PermissionFieldProps) {
  const { partyLabel } = useTenant();
  return (
    <SwitchField
      label={postForm.permission(partyLabel)}
      hint={postForm.permissionHint(partyLabel)}
      isOn={isPermitted}
      onChange={(isPermitted) => dispatch({ type: 'permissionSet', isPermitted })}
    />
  );
}
