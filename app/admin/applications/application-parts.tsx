import type { ReactNode } from 'react'

import {
  applicationFlags,
  DepartmentField,
  DocumentFields,
  LinkFields,
  PersonalFields,
  StartDateField,
  StatementFields,
  StudyFields,
} from '../../forms/application-fields.tsx'
import { CheckboxField, type FieldGroup } from '../../forms/fields.tsx'
import { PlaceOfStudyFields } from '../../forms/place-of-study.tsx'
import { TabsContent } from '../../ui/tabs.tsx'
import type { FormLists } from './use-form-lists.ts'

interface PartsProps {
  group: FieldGroup
  lists: FormLists
  clear: (name: string) => void
  report: (trouble: string) => void
}

/** The fields of an application on its five tabs; all of them are in the form, whichever is open. */
export function ApplicationParts({ group, lists, clear, report }: PartsProps) {
  const { institutions, courses, departments } = lists
  return (
    <>
      <Part id="personal">
        <PersonalFields {...group} />
      </Part>
      <Part id="academic">
        <PlaceOfStudyFields
          {...group}
          institutions={institutions}
          courses={courses}
          clear={clear}
          report={report}
        />
        <StudyFields {...group} />
        <DepartmentField {...group} departments={departments} />
      </Part>
      <Part id="documents">
        <DocumentFields {...group} />
        <LinkFields {...group} />
      </Part>
      <Part id="statements">
        <StatementFields {...group} />
      </Part>
      <Part id="settings">
        <SettingsFields {...group} />
      </Part>
    </>
  )
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

/** A box that is not ticked is an answer too, so none of them is called optional. */
function SettingsFields(group: FieldGroup) {
  return (
    <>
      <StartDateField {...group} />
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
        {applicationFlags.map((name) => (
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
