import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { certifications, counties } from '../../../../contract/constants.ts'
import type { unlistedInput } from '../../../../contract/application/unlisted.ts'
import { request } from '../../../api/session.ts'
import { fetchCourses, fetchInstitutions } from '../../../forms/form-lists.ts'
import { useForm } from '../../../forms/use-form.ts'
import { DialogBody } from '../../../ui/dialog.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { FormFooter } from '../../editing/form-footer.tsx'
import { focusInvalid } from '../../editing/first-invalid.ts'
import { useAction } from '../../use-action.ts'
import { nameOf } from '../name-of.ts'
import { isNew, UnlistedFields } from './unlisted-fields.tsx'

interface UnlistedDialogProps {
  application: Application
  onClose: () => void
}

/** Adds the typed institution and course to the list, or replaces them by ones of the list. */
export function UnlistedDialog({ application, onClose }: UnlistedDialogProps) {
  const { _id, institution_name, course_name } = application
  const [institution, setInstitution] = useState(application.institution?._id ?? isNew)
  const [course, setCourse] = useState(isNew)
  const institutions = useQuery({
    queryKey: ['form lists', 'institutions'],
    queryFn: ({ signal }) => fetchInstitutions(signal),
    enabled: institution_name !== null,
    retry: false,
  })
  const courses = useQuery({
    queryKey: ['form lists', 'courses', institution],
    queryFn: ({ signal }) => fetchCourses(institution, signal),
    enabled: institution !== isNew,
    retry: false,
  })
  const confirming = useAction({
    do: (body: Body) => request(api.attachments.confirmUnlisted, { params: { _id }, body }),
    done: 'Institution and course saved successfully',
    failed: 'Failed to save the institution and the course',
    applicantName: () => nameOf(application),
    onDone: onClose,
  })
  const form = useForm({
    schema,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: focusInvalid,
    send: async (body) => {
      await confirming.mutateAsync(body)
    },
  })
  const edited = useRef(false)
  const change = (event: ChangeEvent<HTMLFormElement>) => {
    edited.current = true
    form.props.onChange(event)
  }
  const defaults = { institution: isNew, course: isNew, institution_name, course_name }
  const group = { labels, optional: [], errors: form.fields, defaults }
  return (
    <GuardedDialog
      title={`Institution and course of ${nameOf(application)}`}
      description="All applicants can choose what you add here."
      edited={edited}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        {...form.props}
        noValidate={false}
        onChange={change}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="space-y-8">
          {institution_name === null ? null : (
            <UnlistedFields
              group={group}
              name="institution"
              typed={institution_name}
              list={institutions}
              isAdded={institution === isNew}
              onChoose={(chosen) => {
                setInstitution(chosen)
                setCourse(isNew)
              }}
              also={{ name: 'county', of: counties }}
            />
          )}
          <UnlistedFields
            // A course of another institution cannot stay chosen.
            key={institution}
            group={group}
            name="course"
            typed={course_name ?? ''}
            list={courses}
            isAdded={course === isNew}
            onChoose={setCourse}
            also={{ name: 'certification', of: certifications }}
          />
        </DialogBody>
        <FormFooter save="Save" isSending={form.sending} />
      </form>
    </GuardedDialog>
  )
}

const labels = {
  institution: 'Institution',
  institution_name: 'Institution Name',
  county: 'County',
  course: 'Course',
  course_name: 'Course Name',
  certification: 'Certification',
}

type Body = z.input<typeof unlistedInput>

const schema = z.pipe(z.record(z.string(), z.string()), z.transform(toBody))

/** Turns the values of the form into the body of the request. The browser has checked them. */
function toBody(values: Record<string, string>): Body {
  const { institution, institution_name = '', county, course, course_name = '' } = values
  const { certification } = values
  return {
    institution:
      institution === isNew
        ? { name: institution_name, county: county as (typeof counties)[number] }
        : institution,
    course:
      course === isNew
        ? {
            name: course_name,
            certification: certification as (typeof certifications)[number],
          }
        : course,
  }
}
