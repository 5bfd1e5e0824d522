import { api } from '../../../contract/api.ts'
import { counties } from '../../../contract/constants.ts'
import { importHeadings } from '../../../contract/import.ts'
import type { Institution } from '../../../contract/institution.ts'
import { Choices, Placeholder, SelectField, TextField } from '../../forms/fields.tsx'
import { created, EntityPage } from '../../admin/entities/entity-page.tsx'
import type { Entity } from '../../admin/entities/entity.ts'
import { useTotal } from '../../admin/lists/use-list.ts'
import { StatCards } from '../../admin/stat-cards.tsx'

export const meta = () => [{ title: 'Learning Institutions · Back office' }]

export default function Institutions() {
  return <EntityPage entity={institutions} />
}

const institutions: Entity<Institution> = {
  title: 'Learning Institutions',
  one: 'Institution',
  plural: 'institutions',
  loaded: 'institutions',
  calls: api.institutions,
  search: 'Search institutions...',
  empty: () => 'No institutions found',
  columns: [
    {
      header: 'Institution Name',
      sort: 'name',
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      card: 'title',
    },
    { header: 'County', sort: 'county', cell: ({ county }) => county, className: 'w-40' },
    created,
  ],
  labels: { name: 'Institution Name', county: 'County' },
  fields: (group) => (
    <>
      <TextField {...group} name="name" />
      <SelectField {...group} name="county">
        <Placeholder>Choose a county</Placeholder>
        <Choices of={counties} />
      </SelectField>
    </>
  ),
  stats: <Stats />,
  import: { call: api.imports.institutions, headings: importHeadings.institutions },
}

function Stats() {
  const total = useTotal(api.institutions.list, 'institutions')
  return <StatCards loads={[total]} stats={[{ label: 'Total Institutions', value: total.data }]} />
}
