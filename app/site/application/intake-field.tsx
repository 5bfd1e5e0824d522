import { type FieldGroup, Placeholder, SelectField } from '../../forms/fields.tsx'
import { useLanguage } from '../../lib/language.tsx'
import { initialIntake, type IntakeChoice } from './intake-choices.ts'

interface Props {
  group: FieldGroup
  choices: readonly IntakeChoice[]
}

/**
 * The intake of the form: a select if there are several, or else a hidden control. Answers that arrive
 * when every intake is over keep theirs, so that the server can say why it refuses them.
 */
export function IntakeField({ group, choices }: Props) {
  const { t } = useLanguage()
  const given = group.defaults['intake']
  if (choices.length < 2) {
    const value = choices[0]?._id ?? (typeof given === 'string' ? given : '')
    return value ? <input type="hidden" name="intake" value={value} /> : null
  }
  const isOffered = choices.some(({ _id }) => _id === given)
  const intake = isOffered ? given : initialIntake(choices)
  return (
    <div className="mb-8 rounded-lg border border-line bg-white p-5 @3xl:p-8">
      <SelectField {...group} defaults={{ intake }} name="intake">
        <Placeholder>{t('Choose an intake')}</Placeholder>
        {choices.map(({ _id, name, isLate }) => (
          <option key={_id} value={_id}>
            {isLate ? t('{name} (closed: only if you began before)', { name }) : name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
