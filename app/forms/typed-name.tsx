import { type Ref, useState } from 'react'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { useLanguage } from '../lib/language.tsx'
import { type FieldGroup, TextField } from './fields.tsx'

/** The labels of the fields for names that are not in the list. */
export const typedLabels = {
  institution_name: 'Name of your institution',
  course_name: 'Name of your course',
} as const satisfies Record<string, Sentence>

interface Props extends FieldGroup {
  name: keyof typeof typedLabels
  ref: Ref<HTMLInputElement>
  /** Whether the field has an answer or has to get one: then it is shown. */
  isNeeded: boolean
  onType: () => void
}

/** Field for the name of an institution or course that is not in the list. Works without scripts. */
export function TypedName({ isNeeded, onType, ...field }: Props) {
  const { t } = useLanguage()
  const { errors, defaults, name } = field
  const isShown = isNeeded || Boolean(errors[name]) || Boolean(defaults[name])
  const [isOpen, setIsOpen] = useState(isShown)
  return (
    <details
      className="mt-1"
      open={isOpen || isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="link min-h-11 content-center">
        {t('Not in the list? Write its name')}
      </summary>
      <TextField {...field} required={false} onChange={onType} />
    </details>
  )
}
