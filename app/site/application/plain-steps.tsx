import type { Payload } from '../../forms/payload.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import type { FormLists, KeptFiles } from '../../page-context.ts'
import { CheckAnswers } from './check-answers.tsx'
import { DocumentStep } from './document-step.tsx'
import type { IntakeChoice } from './intake-choices.ts'

/** What the page shows after a POST. */
export interface Answered {
  view: 'form' | 'documents' | 'check'
  values: Payload
  /** The idempotency key that the form has sent. */
  key: string | null
  files: KeptFiles
  refusal: FormErrors | null
}

/** The page of a later step in a browser without scripts; null for the form itself. */
export function stepPage(
  { view, values, key, files, refusal }: Answered,
  lists: FormLists | null | undefined,
  { maxMb, choices }: { maxMb: number; choices: readonly IntakeChoice[] | null },
) {
  if (view === 'documents') {
    return <DocumentStep {...{ values, files, refusal, maxMb }} idempotencyKey={key} />
  }
  if (view !== 'check' || !lists) return null
  const nameOf = (name: string, among: { _id: string; name: string }[]) =>
    among.find(({ _id }) => _id === values[name])?.name
  const chosen = {
    institution: nameOf('institution', lists.institutions),
    course: nameOf('course', lists.courses),
    department: nameOf('department', lists.departments),
    intake: choices?.find(({ _id }) => _id === values['intake'])?.name,
  }
  return <CheckAnswers {...{ values, chosen, files }} idempotencyKey={key} />
}
