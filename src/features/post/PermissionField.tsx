import { postForm } from '../../messages/jaPost.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { SwitchField } from '../../ui/Field.tsx';
import { isPermitted, type PhotoForm, type PhotoFormAction } from './photoForm.ts';

interface PermissionFieldProps {
  readonly form: PhotoForm;
  readonly dispatch: (action: PhotoFormAction) => void;
  /** The event asks its posters for the permission (`usepermit_flag`): said beside the switch while it is off. */
  readonly isAskedFor?: boolean;
}

/** May the tenant use the photos? Follows the fan's permission in the tenant until it is pressed (ROL-06d). */
export function PermissionField({ form, dispatch, isAskedFor = false }: PermissionFieldProps) {
  const { partyLabel } = useTenant();
  const session = useSession();
  const isOn = isPermitted(form, session.status === 'anonymous' ? null : session.user.usepermit);
  const hint = postForm.permissionHint(partyLabel);
  return (
    <SwitchField
      label={postForm.permission(partyLabel)}
      hint={isAskedFor && !isOn ? `${postForm.permissionAsked(partyLabel)}${hint}` : hint}
      isOn={isOn}
      onChange={(isOn) => dispatch({ type: 'permissionSet', isPermitted: isOn, at: Date.now() })}
    />
  );
}
