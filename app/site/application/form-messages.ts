import type { Sentence } from '../../../contract/language/kiswahili.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import type { Values } from '../../forms/fields.tsx'
import type { FormLists } from '../../page-context.ts'

/** Banner text if fields are missing or invalid, with and without scripts. */
export const checkFields = 'Please check these fields and try again.'

/** The error of a file that is missing in a form without scripts. */
export const noFile = 'Please choose a file.'

/** Banner text if sending fails and the server's reply has no message. */
export const notSubmitted = 'Failed to submit application. Please check all fields and try again.'

const noLongerListed: Sentence =
  'What you had chosen is no longer in our list. Please choose again.'

/** Error messages of a draft whose institution, course or department was deleted; else null. */
export function deletedRecords(values: Values, lists: FormLists): FormErrors | null {
  const { institutions, courses, departments } = lists
  const checks: [name: string, message: Sentence, of: { _id: string }[]][] = [
    ['institution', 'Choose an institution from the list', institutions],
    ['course', 'Choose a course from the list', courses],
    ['department', 'Choose a department from the list', departments],
  ]
  const deleted = checks.filter(([name, , of]) => {
    // A list that could not be loaded is empty.
    return values[name] && of.length > 0 && !of.some(({ _id }) => _id === values[name])
  })
  if (deleted.length === 0) return null
  const fields = Object.fromEntries(deleted.map(([name, message]) => [name, message]))
  return { message: noLongerListed, fields }
}
