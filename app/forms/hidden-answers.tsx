import {
  documentQuestions,
  questionNames,
  typedNames,
} from '../../contract/application/questions.ts'
import type { Payload } from './payload.ts'

const names: string[] = [
  'intake',
  'contact_by',
  ...questionNames,
  ...Object.values(typedNames),
  ...documentQuestions.map(({ key }) => key),
]

interface Props {
  values: Payload
  /** Names of answers that the form has other controls for. */
  except?: readonly string[]
}

/** Hidden inputs that post the same values as the application form, with its intake, contact and file keys. */
export function HiddenAnswers({ values, except }: Props) {
  return names
    .filter((name) => !except?.includes(name))
    .flatMap((name) =>
      [values[name] || []]
        .flat()
        .map((value) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={String(value)} />
        )),
    )
}
