import { api } from '../../../contract/api.ts'
import type { Department } from '../../../contract/department.ts'
import { TextareaField, TextField } from '../../forms/fields.tsx'
import { Badge } from '../../ui/badge.tsx'
import { created, EntityPage } from '../../admin/entities/entity-page.tsx'
import type { Entity } from '../../admin/entities/entity.ts'

export const meta = () => [{ title: 'Departments · Back office' }]

export default function Departments() {
  return <EntityPage entity={departments} />
}

const departments: Entity<Department> = {
  title: 'Departments',
  one: 'Department',
  plural: 'departments',
  loaded: 'departments',
  calls: api.departments,
  search: 'Search departments...',
  empty: (searched) =>
    searched ? 'No departments found matching your search.' : 'No departments found.',
  columns: [
    {
      header: 'Department Name',
      sort: 'name',
      cell: ({ name, description }) => (
        <div className="min-w-0">
          <span className="font-semibold">{name}</span>
          {description ? (
            <p className="line-clamp-2 text-muted cards:line-clamp-none cards:text-sm">
              {description}
            </p>
          ) : null}
        </div>
      ),
      card: 'title',
    },
    { header: 'Code', sort: 'code', cell: ({ code }) => <Badge>{code}</Badge>, className: 'w-24' },
    {
      header: 'Head of Department',
      sort: 'headOfDepartment',
      cell: ({ headOfDepartment }) => headOfDepartment || 'Not assigned',
      className: 'w-44',
    },
    created,
  ],
  labels: {
    name: 'Department Name',
    name_sw: 'Name in Kiswahili',
    code: 'Code',
    headOfDepartment: 'Head of Department',
    description: 'Description',
  },
  optional: ['name_sw', 'headOfDepartment', 'description'],
  fields: (group) => (
    <>
      <TextField {...group} name="name" />
      <TextField {...group} name="name_sw" hint="Empty: the name above." />
      <TextField {...group} name="code" autoCapitalize="characters" />
      <TextField {...group} name="headOfDepartment" />
      <TextareaField {...group} name="description" rows={3} />
    </>
  ),
}
