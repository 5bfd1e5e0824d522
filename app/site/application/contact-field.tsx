import { contactByIds, contactWays } from '../../../contract/application/contact-by.ts'
import { ChoicesField, type FieldGroup } from '../../forms/fields.tsx'
import { useLanguage } from '../../lib/language.tsx'

type Props = Pick<FieldGroup, 'labels' | 'defaults' | 'errors'>

/** Radio buttons: how the applicant wants to be written to. Needs no scripts. */
export function ContactField(props: Props) {
  const { t } = useLanguage()
  const chosen = contactByIds.find((way) => way === props.defaults['contact_by']) ?? 'email'
  return (
    <ChoicesField
      {...props}
      optional={[]}
      name="contact_by"
      hint={t(
        'An SMS shows only your first name and your reference ID, with a link. If we cannot send it, we send an email.',
      )}
      type="radio"
      options={contactByIds}
      chosen={[chosen]}
      say={(way) => t(contactWays[way])}
    />
  )
}
