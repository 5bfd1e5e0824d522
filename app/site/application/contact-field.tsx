import {
  type ContactBy,
  contactByIds,
  contactWays,
} from '../../../contract/application/contact-by.ts'
import type { FieldGroup } from '../../forms/fields.tsx'
import { useLanguage } from '../../lib/language.tsx'
import { cn } from '../../lib/cn.ts'
import { FieldError, Hint } from '../../ui/field.tsx'

type Props = Pick<FieldGroup, 'labels' | 'defaults' | 'errors'>

const id = 'contact_by'

/** Radio buttons: how the applicant wants to be written to. Needs no scripts. */
export function ContactField({ labels, defaults, errors }: Props) {
  const { t, message } = useLanguage()
  const error = errors[id] && message(errors[id])
  const chosen = contactByIds.find((way) => way === defaults[id]) ?? 'email'
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
      className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}
    >
      <legend className="font-sans font-semibold">{labels[id]}</legend>
      <Hint id={`${id}-hint`}>
        {t(
          'An SMS names only your first name and your reference ID, with a link. If we cannot send it, we send an email.',
        )}
      </Hint>
      {contactByIds.map((way) => (
        <Way key={way} way={way} isChosen={way === chosen} />
      ))}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

function Way({ way, isChosen }: { way: ContactBy; isChosen: boolean }) {
  const { t } = useLanguage()
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="radio"
        name={id}
        value={way}
        defaultChecked={isChosen}
        className="mt-0.5 size-6 shrink-0 accent-lagoon-800"
      />
      {t(contactWays[way])}
    </label>
  )
}
