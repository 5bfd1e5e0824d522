import { BarChart3Icon, ClipboardListIcon, MessageCircleQuestionMarkIcon } from 'lucide-react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { intakeStates, type Intake } from '../../../contract/intake/intake.ts'
import { EntityPage } from '../../admin/entities/entity-page.tsx'
import type { EntityList } from '../../admin/entities/entity.ts'
import { IconLink } from '../../admin/icon-button.tsx'
import { countPlaces } from '../../admin/intakes/count-places.ts'
import { IntakeDialog } from '../../admin/intakes/intake-dialog.tsx'
import { IntakeStateBadge, intakeStateLabel } from '../../admin/intakes/intake-state.tsx'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import { Choices } from '../../forms/fields.tsx'
import { formatDate, formatDateTime, formatEnd } from '../../lib/staff-dates.ts'

export const meta = () => [{ title: 'Intakes · Back office' }]

export default function Intakes() {
  return <EntityPage entity={intakes} dialog={IntakeDialog} />
}

const intakes: EntityList<Intake> = {
  title: 'Intakes',
  one: 'Intake',
  plural: 'intakes',
  loaded: 'intakes',
  calls: api.intakes,
  search: 'Search intakes...',
  empty: (searched) =>
    searched
      ? 'No intakes found.'
      : 'No intakes yet. Without any, students may apply at all times. Add one to take applications for a period, with places for each department.',
  columns: [
    {
      header: 'Name',
      sort: 'name',
      cell: ({ _id, name, name_sw }) => (
        <div className="min-w-0">
          <Link className="link py-1.5 font-semibold" to={applicationsOf(_id)}>
            {name}
          </Link>
          {name_sw ? <p className="text-muted">{name_sw}</p> : null}
        </div>
      ),
      card: 'title',
    },
    {
      header: 'State',
      cell: ({ state }) => <IntakeStateBadge state={state} />,
      className: 'w-24',
      card: 'nameless',
    },
    {
      header: 'Opens',
      sort: 'opensAt',
      cell: ({ opensAt }) => formatDateTime(opensAt),
      className: 'w-28',
    },
    {
      header: 'Closes',
      sort: 'closesAt',
      cell: ({ closesAt }) => formatEnd(closesAt),
      className: 'w-28',
    },
    {
      header: 'Attachments',
      sort: 'startsOn',
      cell: ({ startsOn, endsOn }) => `${formatDate(startsOn)} to ${formatDate(endsOn)}`,
      className: 'w-32',
    },
    { header: 'Places taken', cell: placesText, className: 'w-28 tabular-nums' },
  ],
  filterNames: ['state'],
  filters: (list) => (
    <FilterSelect label="State" name="state" list={list} all="All states">
      <Choices of={intakeStates} say={intakeStateLabel} />
    </FilterSelect>
  ),
  rowActions: ({ _id, name }) => (
    <>
      <IconLink label="Applications" of={name} icon={ClipboardListIcon} to={applicationsOf(_id)} />
      <IconLink
        label="Questions"
        of={name}
        icon={MessageCircleQuestionMarkIcon}
        to={`/admin/intakes/${_id}/questions`}
      />
      <IconLink label="Report" of={name} icon={BarChart3Icon} to={`/admin/intakes/${_id}/report`} />
    </>
  ),
}

function placesText(intake: Intake) {
  const { taken, total } = countPlaces(intake)
  return `${taken.toLocaleString('en')} of ${total.toLocaleString('en')}`
}

function applicationsOf(intake: string) {
  return `/admin/industrial-attachments?intake=${intake}`
}
