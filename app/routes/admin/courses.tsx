import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { certifications } from '../../../contract/constants.ts'
import type { Course } from '../../../contract/course.ts'
import { importHeadings } from '../../../contract/import.ts'
import { queryOf } from '../../api/session.ts'
import {
  Choices,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextField,
} from '../../forms/fields.tsx'
import { Badge } from '../../ui/badge.tsx'
import { created, EntityPage } from '../../admin/entities/entity-page.tsx'
import type { Entity } from '../../admin/entities/entity.ts'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import type { ListState } from '../../admin/lists/use-list-state.ts'
import { useTotal } from '../../admin/lists/use-list.ts'
import { StatCards } from '../../admin/stat-cards.tsx'

export const meta = () => [{ title: 'Courses · Back office' }]

export default function Courses() {
  return <EntityPage entity={courses} />
}

const courses: Entity<Course> = {
  title: 'Courses',
  one: 'Course',
  plural: 'courses',
  loaded: 'data',
  calls: api.courses,
  search: 'Search courses...',
  empty: () => 'No courses found',
  columns: [
    {
      header: 'Course Name',
      sort: 'name',
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      card: 'title',
    },
    {
      header: 'Institution',
      sort: 'institution',
      cell: ({ institution }) => institution?.name ?? 'N/A',
    },
    {
      header: 'Certification',
      sort: 'certification',
      cell: ({ certification }) => <Badge>{certification}</Badge>,
      className: 'w-32',
    },
    created,
  ],
  labels: {
    name: 'Course Name',
    institution: 'Institution',
    certification: 'Certification Level',
  },
  fields: (group) => (
    <>
      <TextField {...group} name="name" />
      <InstitutionField {...group} />
      <SelectField {...group} name="certification">
        <Placeholder>Choose a level</Placeholder>
        <Choices of={certifications} />
      </SelectField>
    </>
  ),
  stats: <Stats />,
  filterNames: ['institution', 'certification'],
  filters: (list) => (
    <>
      <InstitutionFilter list={list} />
      <FilterSelect label="Certification" name="certification" list={list} all="All Certifications">
        <Choices of={certifications} />
      </FilterSelect>
    </>
  ),
  import: { call: api.imports.courses, headings: importHeadings.courses },
}

function Stats() {
  const total = useTotal(api.courses.list, 'courses')
  const institutions = useInstitutions()
  return (
    <StatCards
      loads={[total, institutions]}
      stats={[
        { label: 'Total Courses', value: total.data },
        { label: 'Institutions', value: institutions.data?.length, to: '/admin/institutions' },
        { label: 'Certification Levels', value: certifications.length },
      ]}
    />
  )
}

function InstitutionFilter({ list }: { list: ListState }) {
  return (
    <FilterSelect label="Institution" name="institution" list={list} all="All Institutions">
      <InstitutionOptions />
    </FilterSelect>
  )
}

/** A new key remounts the select after its options have loaded: without them it drops its value. */
function InstitutionField(group: FieldGroup) {
  const { data, isLoadingError } = useInstitutions()
  return (
    <SelectField
      key={String(Boolean(data))}
      {...group}
      name="institution"
      hint={isLoadingError ? 'The institutions could not be loaded. Close this and try again.' : ''}
    >
      <Placeholder>Choose an institution</Placeholder>
      <InstitutionOptions />
    </SelectField>
  )
}

function InstitutionOptions() {
  const { data } = useInstitutions()
  return data?.map(({ _id, name, county }) => (
    <option key={_id} value={_id}>{`${name} - ${county}`}</option>
  ))
}

/** Loads all institutions as options of a select. */
function useInstitutions() {
  return useQuery({
    ...queryOf(['institutions', 'choices'], api.public.institutions),
    meta: { failed: 'Failed to load data' },
  })
}
