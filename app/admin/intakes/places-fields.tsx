import type { UseQueryResult } from '@tanstack/react-query'

import type { Intake } from '../../../contract/intake/intake.ts'
import type { Messages } from '../../forms/use-form.ts'
import { cn } from '../../lib/cn.ts'
import { FieldError, fieldControl, Hint, Label } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { placesName } from './intake-form.ts'

interface PlacesFieldsProps {
  departments: UseQueryResult<{ _id: string; name: string }[]>
  /** The places of the intake when the edit started. */
  stored: Intake['places']
  errors: Messages<never>
}

/** A number of places for each department. Those with places stay if the list cannot be loaded. */
export function PlacesFields({ departments, stored, errors }: PlacesFieldsProps) {
  const known = new Map(stored.map((one) => [one.department._id, one]))
  const listed = departments.data ?? []
  const others = stored
    .map(({ department }) => department)
    .filter(({ _id }) => !listed.some((one) => one._id === _id))
  const error = errors['places']
  const hint = departments.isLoadingError
    ? 'The departments could not be loaded. Close this and try again.'
    : 'Empty: the department takes nobody. If all are empty, applicants may choose any department.'
  return (
    <fieldset
      name="places"
      tabIndex={-1}
      aria-describedby={cn('places-hint', error && 'places-error')}
      className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}
    >
      <legend className="font-semibold">Places in each department</legend>
      <Hint id="places-hint">{hint}</Hint>
      <FieldError id="places-error">{error}</FieldError>
      {departments.isPending ? <Skeleton className="mt-3 h-24" /> : null}
      <ul className="mt-2 divide-y divide-sand-200">
        {[...listed, ...others].map(({ _id, name }) => (
          <PlacesField
            key={_id}
            name={placesName(_id)}
            label={name}
            stored={known.get(_id)}
            error={errors[placesName(_id)]}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface PlacesFieldProps {
  name: string
  label: string
  stored: Intake['places'][number] | undefined
  error: string | undefined
}

function PlacesField({ name, label, stored, error }: PlacesFieldProps) {
  const hint = stored && stored.taken > 0 ? `${stored.taken} taken` : undefined
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <Label htmlFor={name}>{label}</Label>
          {hint ? <Hint id={`${name}-hint`}>{hint}</Hint> : null}
        </div>
        <Input
          {...fieldControl({ id: name, hint, error })}
          name={name}
          type="number"
          inputMode="numeric"
          min={0}
          max={10_000}
          className="w-28"
          defaultValue={stored?.places}
        />
      </div>
      <FieldError id={`${name}-error`}>{error}</FieldError>
    </li>
  )
}
