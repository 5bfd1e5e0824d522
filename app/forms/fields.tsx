import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import type { FilledSentence } from '../../contract/language/translate.ts'
import { cn } from '../lib/cn.ts'
import { useLanguage } from '../lib/language.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, FieldError, fieldControl, Hint } from '../ui/field.tsx'
import { Input, Select, Textarea } from '../ui/input.tsx'
import type { Messages } from './use-form.ts'

/** Initial values of a form's fields, by field name. */
export type Values = Record<string, unknown>

/** Properties that all fields of a form share. Each one is looked up by field name. */
export interface FieldGroup<Filled = FilledSentence> {
  labels: Record<string, string>
  /** Names of the fields that may stay empty. All other fields are required. */
  optional: readonly string[]
  defaults: Values
  errors: Messages<Filled>
  /** Replaces the hints, which are written for applicants; '' removes a hint. */
  hints?: Record<string, string>
}

interface Words {
  name: string
  /** Replaces the text of the label, for example by text with links. */
  label?: ReactNode
  hint?: ReactNode
}

type Props<Tag extends 'input' | 'select' | 'textarea'> = FieldGroup &
  Words &
  Omit<ComponentProps<Tag>, keyof Words | 'defaultValue' | 'defaultChecked'>

/** Text input. `type`, `autoComplete` and `inputMode` select a phone's keyboard. */
export function TextField(all: Props<'input'>) {
  const { field, control, value } = useParts(all)
  return (
    <Field {...field}>
      <Input defaultValue={value} {...control} />
    </Field>
  )
}

/** Attributes of an input for a link. With autocomplete off, browsers would lose it on the way back to the page. */
export const urlInput = {
  type: 'url',
  inputMode: 'url',
  spellCheck: false,
} as const

export function TextareaField(all: Props<'textarea'>) {
  const { field, control, value } = useParts(all)
  const isHydrated = useHydrated()
  // A field that appears later must not read a field of the same name that is still on the page.
  const [initial] = useState(() => (isHydrated ? value : (typedInto(field.id) ?? value)))
  return (
    <Field {...field}>
      <Textarea defaultValue={initial} {...control} />
    </Field>
  )
}

/** Uncontrolled select. Its children are the options; the first is usually a `Placeholder`. */
export function SelectField(all: Omit<Props<'select'>, 'value'>) {
  const { field, control, value } = useParts(all)
  return (
    <Field {...field}>
      <Select defaultValue={value} {...control} />
    </Field>
  )
}

interface ChoicesProps<Value extends string> {
  of: readonly Value[]
  /** Returns the text of an option, if the text is not the value itself. */
  say?: (value: Value) => string
}

export function Choices<Value extends string>({ of, say }: ChoicesProps<Value>) {
  return of.map((value) => {
    const text = say ? say(value) : value
    return (
      <option key={value} value={text === value ? undefined : value}>
        {text}
      </option>
    )
  })
}

export function Placeholder({ children }: { children: string }) {
  return <option value="">{children}</option>
}

/** `isYesAtFirst`: both answers are given by the box, so that nothing about it is optional. */
export function CheckboxField({
  isYesAtFirst = false,
  ...all
}: Props<'input'> & { isYesAtFirst?: boolean }) {
  const { field, control } = useParts(all)
  return (
    <div className={field.error && 'border-l-4 border-danger pl-4'}>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <Checkbox
          value="true"
          defaultChecked={all.defaults[all.name] === true}
          {...control}
          className="mt-0.5"
        />
        <span className="min-w-0">
          {field.label}
          {field.optional && !isYesAtFirst ? (
            <span className="text-muted">{` ${field.optional}`}</span>
          ) : null}
        </span>
      </label>
      {field.hint ? <Hint id={`${field.id}-hint`}>{field.hint}</Hint> : null}
      <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
    </div>
  )
}

interface ChoicesFieldProps<Option extends string> extends FieldGroup, Words {
  type: 'checkbox' | 'radio'
  options: readonly Option[]
  chosen: readonly string[]
  say: (option: Option) => ReactNode
  /** Content below an option. The input of that option has `data-more`. */
  after?: (option: Option) => ReactNode
}

/** Group of checkboxes or radio buttons with the same name. */
export function ChoicesField<Option extends string>(props: ChoicesFieldProps<Option>) {
  const { type, options, chosen, say, after, ...all } = props
  const { field, control } = useParts(all)
  const { id, label, optional, hint, error } = field
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={control['aria-describedby']}
      className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}
    >
      <legend className="font-sans font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted">{` ${optional}`}</span> : null}
      </legend>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {options.map((option) => {
        const more = after?.(option)
        return (
          <Fragment key={option}>
            <label className="flex min-h-11 items-start gap-3 py-2">
              <input
                type={type}
                name={id}
                value={option}
                defaultChecked={chosen.includes(option)}
                data-more={more && ''}
                className="mt-0.5 size-6 shrink-0 accent-lagoon-800"
              />
              <span className="min-w-0">{say(option)}</span>
            </label>
            {more}
          </Fragment>
        )
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

/** The text typed before hydration. Without it React would restore the server's text. */
function typedInto(id: string) {
  if (typeof document === 'undefined') return undefined
  const control = document.getElementById(id)
  return control instanceof HTMLTextAreaElement ? control.value : undefined
}

/** Separates the field's own props (label, hint, error) from the attributes of its control. */
function useParts<T extends FieldGroup & Words>(all: T) {
  const { t, message } = useLanguage()
  const { labels, optional, defaults, errors, hints, label, hint: ownHint, ...attributes } = all
  const id = all.name
  const hint = hints?.[id] ?? ownHint
  const error = errors[id] && message(errors[id])
  const value = defaults[id]
  const mayStayEmpty = optional.includes(id)
  const optionalText = mayStayEmpty ? t('(optional)') : undefined
  return {
    field: { id, label: label ?? labels[id], hint, optional: optionalText, error },
    control: { required: !mayStayEmpty, ...attributes, ...fieldControl({ id, hint, error }) },
    value: typeof value === 'string' ? value : undefined,
  }
}
