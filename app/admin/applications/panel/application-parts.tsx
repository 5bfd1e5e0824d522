import type { ReactNode } from 'react'

import type { Intake } from '../../../../contract/intake/intake.ts'

import { flagNames, type QuestionName } from '../../../../contract/application/questions.ts'
import { dialogTabs, questionsIn } from '../../../../contract/application/staff-questions.ts'
import { QuestionFields } from '../../../forms/application-fields.tsx'
import { CheckboxField, type FieldGroup, Placeholder, SelectField } from '../../../forms/fields.tsx'
import type { RecordChoices } from '../../../forms/use-place-of-study.ts'
import { TabsContent } from '../../../ui/tabs.tsx'
import { Options } from '../../../forms/record-select.tsx'

/** Checkboxes that only the staff's form has. */
export const decisionFlags = ['is_accepted', 'is_archived']

interface PartsProps {
  group: FieldGroup
  records: RecordChoices
  intakes: Intake[]
}

/** The tab panels of the form. All panels stay mounted, so that every field is submitted. */
export function ApplicationParts({ group, records, intakes }: PartsProps) {
  return dialogTabs.map(({ id, groups }) => {
    const names = questionsIn(...groups)
    const isSettings = id === 'settings'
    const fields = isSettings ? names.filter((name) => !flagNames.includes(name)) : names
    return (
      <Part key={id} id={id}>
        <QuestionFields group={group} records={records} names={fields} />
        {isSettings ? <SettingsFields {...group} names={names} intakes={intakes} /> : null}
      </Part>
    )
  })
}

function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <TabsContent value={id} data-tab={id} forceMount>
      <div className="grid items-start gap-4 sm:grid-cols-2 [&>:has(textarea)]:col-span-full">
        {children}
      </div>
    </TabsContent>
  )
}

interface SettingsProps extends FieldGroup {
  names: QuestionName[]
  intakes: Intake[]
}

/** Fields of the Settings tab. None is marked "optional": an unticked checkbox is an answer. */
function SettingsFields({ names, intakes, ...group }: SettingsProps) {
  const flags = flagNames.filter((name) => names.includes(name))
  return (
    <>
      {intakes.length > 0 ? (
        <SelectField {...group} name="intake" optional={['intake']}>
          <Placeholder>Without an intake</Placeholder>
          <Options of={intakes} />
        </SelectField>
      ) : null}
      {group.defaults['declined_reason'] ? (
        <p className="col-span-full text-sm text-muted">
          This application is declined, until it is accepted or not archived any more.
        </p>
      ) : null}
      {group.defaults['withdrawnAt'] ? (
        <p className="col-span-full text-sm text-muted">
          The applicant has withdrawn this application: before it can be accepted, it must not be
          archived any more.
        </p>
      ) : null}
      <div className="col-span-full grid gap-x-4 sm:grid-cols-2">
        {[...flags, ...decisionFlags].map((name) => (
          <CheckboxField
            key={name}
            {...group}
            name={name}
            optional={[]}
            required={name === 'agree_terms'}
          />
        ))}
      </div>
    </>
  )
}
