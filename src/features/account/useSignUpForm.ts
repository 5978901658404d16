import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePaths } from '../../navigation/paths.ts';
import type { SignUpForm } from '../../platform/identity/identity.ts';
import { useServices } from '../../services/services.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import { savePendingEmail } from './pendingEmail.ts';
import { forgetSignUpDraft, keepSignUpDraft, loadSignUpDraft } from './signUpDraft.ts';
import { checkSignUp, namesOf, type SignUpErrors } from './signUpForm.ts';
import { keepTypedPassword } from './typedPassword.ts';
import { useSubmit } from './useSubmit.ts';

const empty: SignUpForm = { email: '', password: '', name: '', nickname: '', extended1: '', extended2: '' };

/** What was typed before a reload, else the empty form itself: it is what counts as untouched. */
function firstForm(): SignUpForm {
  const draft = loadSignUpDraft();
  return draft === null ? empty : { ...empty, ...draft };
}

/** The typed form, kept over a reload and forgotten on the way to another page. */
function useKeptForm() {
  const [form, setForm] = useState(firstForm);
  useDirtyForm(form !== empty);
  useEffect(() => {
    if (form !== empty) keepSignUpDraft(form);
  }, [form]);
  // A reload runs no cleanup: this is the way to another page.
  useEffect(() => forgetSignUpDraft, []);
  return [form, setForm] as const;
}

/** In the order of the screen. */
const firstOf = ['nickname', 'email', 'password', 'name'] as const;

/** The sign-up's fields, their problems and the sending. A refused form gets the focus on its first problem: `formElement`. */
export function useSignUpForm() {
  const { session } = useServices();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const formElement = useRef<HTMLFormElement>(null);
  const [form, setForm] = useKeptForm();
  const [errors, setErrors] = useState<SignUpErrors>({});
  const { isBusy, error, submit } = useSubmit();
  const set = (field: keyof SignUpForm, value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    if (field in errors) setErrors((before) => ({ ...before, [field]: undefined }));
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkSignUp(form);
    setErrors(found);
    const first = firstOf.find((field) => found[field]);
    if (first) {
      formElement.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    void submit(async () => {
      await session.signUp({ ...form, ...namesOf(form) });
      savePendingEmail(form.email, { isCodeSent: true });
      keepTypedPassword(form.email, form.password);
      forgetSignUpDraft();
      navigate(paths.common('account-activation'));
    });
  };
  return { formElement, form, errors, isBusy, error, set, handleSubmit };
}
