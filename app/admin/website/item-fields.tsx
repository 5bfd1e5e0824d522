import type { ReactNode } from 'react'

import type { Field, FieldKind, FieldOf } from '../../../contract/content/fields.ts'
import { fieldsOf, type ItemName } from '../../../contract/content/items.ts'
import {
  Choices,
  type FieldGroup,
  Placeholder,
  SelectField,
  TextField,
} from '../../forms/fields.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Field as LabelledField, fieldControl } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { PictureField } from './picture-field.tsx'

interface ItemFieldsProps extends FieldGroup<never> {
  item: ItemName
}

/** The controls of all fields of an item. A translation stands beside its English field. */
export function ItemFields({ item, ...group }: ItemFieldsProps) {
  const fields = fieldsOf(item)
  const keys = new Set(fields.map(([key]) => key))
  const isTranslation = (key: string) => key.endsWith('_sw') && keys.has(key.slice(0, -3))
  const byKey = new Map(fields)
  return fields
    .filter(([key]) => !isTranslation(key))
    .map(([key, field]) => {
      const translation = byKey.get(`${key}_sw`)
      const shared = { ...group, item }
      if (!translation) return <Control key={key} {...shared} name={key} field={field} />
      const isMissing = !group.defaults[`${key}_sw`]
      return (
        <div key={key} className="grid items-start gap-4 sm:grid-cols-2">
          <Control {...shared} name={key} field={field} />
          <Control
            {...shared}
            name={`${key}_sw`}
            field={translation}
            note={isMissing ? missingTranslation : undefined}
          />
        </div>
      )
    })
}

const missingTranslation = (
  <>
    <Badge tone="waiting">Missing</Badge> Visitors read the English text.
  </>
)

interface ControlProps<F extends Field = Field> extends ItemFieldsProps {
  name: string
  field: F
  /** Replaces the hint of the field's kind. */
  note?: ReactNode
}

function Control(props: ControlProps) {
  // The compiler cannot see that field and control belong together.
  const render = controls[props.field.kind] as (props: ControlProps) => ReactNode
  return render(props)
}

const grammar =
  'Each line is a paragraph. A line that begins with “- ” is an entry of a list. **Two asterisks** make bold, [words](/contact) make a link.'

const entriesHint = 'One entry per line: its title, a colon and its text.'

const linkHint = 'https://…, mailto:…, tel:… or a page of this site, like /contact.'

/** The control of each kind of field. */
const controls: {
  [Kind in FieldKind]: (props: ControlProps<FieldOf<Kind>>) => ReactNode
} = {
  line: ({ item: _, field, note, ...group }) => (
    <TextField {...group} maxLength={field.max} autoComplete="off" hint={note ?? field.hint} />
  ),
  text: (props) => <Area {...props} hint={grammar} rows={props.field.max > 500 ? 8 : 4} />,
  list: (props) => <Area {...props} hint={props.field.hint ?? 'One entry per line.'} rows={6} />,
  entries: (props) => <Area {...props} hint={props.field.hint ?? entriesHint} rows={6} />,
  email: ({ item: _, field, note, ...group }) => (
    <TextField {...group} type="email" autoComplete="off" hint={note ?? field.hint} />
  ),
  phone: ({ item: _, field, note, ...group }) => (
    <TextField {...group} type="tel" autoComplete="off" hint={note ?? field.hint} />
  ),
  day: ({ item: _, field: _field, note, ...group }) => (
    <TextField {...group} type="date" hint={note} className="sm:max-w-56" />
  ),
  number: ({ item: _, field, note, ...group }) => (
    <TextField
      {...group}
      inputMode="numeric"
      autoComplete="off"
      className="sm:max-w-56"
      hint={
        note ??
        field.hint ??
        `A whole number from ${field.min.toLocaleString('en')} to ${field.max.toLocaleString('en')}.`
      }
    />
  ),
  choice: ({ item: _, field, note, ...group }) => (
    <SelectField {...group} hint={note ?? field.hint}>
      {field.default === undefined ? <Placeholder>Choose</Placeholder> : null}
      <Choices of={Object.keys(field.options)} say={(value) => field.options[value] ?? value} />
    </SelectField>
  ),
  link: ({ item: _, field: _field, note, ...group }) => (
    <TextField {...group} inputMode="url" autoComplete="off" hint={note ?? linkHint} />
  ),
  picture: ({ item, ...props }) => <PictureField {...props} collection={item.collection} />,
}

interface AreaProps extends ControlProps {
  hint: string
  rows: number
}

/** A textarea. It starts with the stored text, also when a conflict has replaced that. */
function Area({ name, labels, optional, defaults, errors, note, hint, rows }: AreaProps) {
  const error = errors[name]
  const stored = defaults[name]
  const shown = (
    <>
      {note}
      {note ? ' ' : null}
      {hint}
    </>
  )
  return (
    <LabelledField
      id={name}
      label={labels[name]}
      optional={optional.includes(name) ? '(optional)' : undefined}
      hint={shown}
      error={error}
    >
      <Textarea
        name={name}
        rows={rows}
        required={!optional.includes(name)}
        defaultValue={typeof stored === 'string' ? stored : ''}
        {...fieldControl({ id: name, hint: shown, error })}
      />
    </LabelledField>
  )
}
