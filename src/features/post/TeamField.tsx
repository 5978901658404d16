import type { Team } from '../../contract/entities.ts';
import { postForm } from '../../messages/jaPost.ts';
import { SelectField } from '../../ui/Field.tsx';
import type { PhotoFormAction } from './photoForm.ts';

interface TeamFieldProps {
  readonly teamId: string | null;
  readonly teams: readonly Team[];
  readonly dispatch: (action: PhotoFormAction) => void;
}

/** Team of a post, in tenants with teams (PST-04). */
export function TeamField({ teamId, teams, dispatch }: TeamFieldProps) {
  return (
    <SelectField
      label={postForm.team}
      value={teamId ?? ''}
      onChange={({ target }) => dispatch({ type: 'teamChosen', teamId: target.value || null })}
    >
      <option value="">{postForm.allTeams}</option>
      {teams.map(({ team_id, team_name }) => (
        <option key={team_id} value={team_id}>
          {team_name}
        </option>
      ))}
    </SelectField>
  );
}
