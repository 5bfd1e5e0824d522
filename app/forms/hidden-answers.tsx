import {
  documentQuestions,
  questionNames,
  typedNames,
} from '../../contract/application/questions.ts'
import {
  isExtraControl,
  questionSetControl,
  questionsOfControl,
} from '../../contract/intake/extra-controls.ts'
import { paperField, paperPurposes } from '../../contract/intake/paper-kinds.ts'
import type { Payload } from './payload.ts'

const names: string[] = [
  'intake',
  'contact_by',
  ...questionNames,
  ...Object.values(typedNames),
  ...documentQuestions.map(({ key }) => key),
  ...paperPurposes.map(paperField),
  'idempotency_key',
  questionSetControl,
  questionsOfControl,
]

interface Props {
  values: Payload
  /** The idempotency key that the form has sent. */
  idempotencyKey: string | null | undefined
  /** Names of answers that the form has other controls for. */
  except?: readonly string[]
}

/** Hidden inputs that post the same values as the application form, with its intake, contact and keys. */
export function HiddenAnswers({ values, idempotencyKey, except }: Props) {
  const all: Payload = { ...values, idempotency_key: idempotencyKey ?? '' }
  return [...names, ...Object.keys(values).filter(isExtraControl)]
    .filter((name) => !except?.includes(name))
    .flatMap((name) =>
      [all[name] || []]
        .flat()
        .map((value) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={String(value)} />
        )),
    )
}
