import type { ComponentProps } from 'react'
import { styled } from './styled.ts'

const control =
  'block w-full min-w-0 rounded-sm border-2 border-lagoon-700 bg-white px-3 text-ink placeholder:text-muted disabled:border-sand-300 disabled:bg-sand-100 disabled:text-muted disabled:opacity-100 aria-invalid:border-danger aria-invalid:bg-coral-200/25'

const AnyInput = styled('input', `${control} h-12`)

/** With a last value, browsers take a year of four digits; without one, of six. */
const lastValues: Partial<Record<string, string>> = {
  date: '9999-12-31',
  'datetime-local': '9999-12-31T23:59',
}

export function Input(props: ComponentProps<typeof AnyInput>) {
  return <AnyInput max={props.type && lastValues[props.type]} {...props} />
}

export const Textarea = styled('textarea', `${control} py-2.5`, { rows: 5 })

/** Native select, because a phone's own picker is easier to use than a custom one. */
export const Select = styled('select', `${control} h-12 text-ellipsis`)
