import type { UseQueryResult } from '@tanstack/react-query'

import {
  Choices,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextField,
} from '../../../forms/fields.tsx'
import { type Choice, Options } from '../../../forms/record-select.tsx'
import { LoadFailure } from '../../load-failure.tsx'

/** The value of the select for a record that is not in the list yet. */
export const isNew = 'new'

interface UnlistedFieldsProps {
  group: FieldGroup
  name: 'institution' | 'course'
  /** The name that the applicant has typed. */
  typed: string
  list: UseQueryResult<Choice[]>
  /** Whether a new record is chosen: then its name and its county or certification are asked. */
  isAdded: boolean
  onChoose: (value: string) => void
  also: { name: 'county' | 'certification'; of: readonly string[] }
}

/** Adds a typed institution or course, or chooses one of the list. */
export function UnlistedFields(props: UnlistedFieldsProps) {
  const { group, name, typed, list, isAdded, onChoose, also } = props
  return (
    <div className="space-y-4">
      <p>
        The applicant has typed: <strong dir="auto">{typed}</strong>
      </p>
      <SelectField
        {...group}
        name={name}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value={isNew}>{`Add as a new ${name}`}</option>
        {list.data ? <Options of={list.data} /> : null}
      </SelectField>
      {list.error ? (
        <LoadFailure onRetry={() => void list.refetch()}>{list.error.message}</LoadFailure>
      ) : null}
      {isAdded ? (
        <>
          <TextField {...group} name={`${name}_name`} />
          <SelectField {...group} name={also.name}>
            <Placeholder>{`Choose a ${also.name}`}</Placeholder>
            <Choices of={also.of} />
          </SelectField>
        </>
      ) : null}
    </div>
  )
}
