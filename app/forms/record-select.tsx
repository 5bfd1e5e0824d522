import type { ComponentProps } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { Placeholder, SelectField } from './fields.tsx'

export interface Choice {
  _id: string
  name: string
}

type Props = ComponentProps<typeof SelectField> & {
  of: Choice[]
  /** First option, shown until a record is chosen. */
  placeholder: string
}

export function RecordSelect({ of, placeholder, ...props }: Props) {
  return (
    <SelectField {...props}>
      <Placeholder>{placeholder}</Placeholder>
      <Unlisted value={props.defaults[props.name]} among={of} />
      <Options of={of} />
    </SelectField>
  )
}

/** Option for a value that is not in the list, because the list could not be loaded. */
export function Unlisted({ value, among }: { value: unknown; among: Choice[] }) {
  const { t } = useLanguage()
  if (typeof value !== 'string' || value === '') return null
  if (among.some(({ _id }) => _id === value)) return null
  return <option value={value}>{t('As you chose before')}</option>
}

export function Options({ of }: { of: Choice[] }) {
  return of.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ))
}
