import { contactQuestion, contactWays } from '../../../contract/application/contact-by.ts'
import type { Messages } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ContactField } from './contact-field.tsx'
import { OwnForm, type OwnProps } from './own-form.tsx'

interface Props extends OwnProps {
  /** Errors of a choice that was refused. */
  errors: Messages
}

/** The transports of messages to the applicant, and a form without scripts to change them. */
export function OwnContact({ own, credentials, errors }: Props) {
  const { tServer } = useLanguage()
  const { contact_by, isSmsRefused } = own
  const isRefused = Boolean(errors['contact_by']) || (isSmsRefused && contact_by !== 'email')
  const labels = { contact_by: tServer(contactQuestion) }
  return (
    <section className="mt-10" aria-labelledby="own-contact">
      <h2 id="own-contact" className="text-xl">
        {tServer('Messages')}
      </h2>
      <p className="mt-2 font-semibold">{tServer(contactWays[contact_by])}</p>
      {isSmsRefused && contact_by !== 'email' ? (
        <p className="mt-2">
          {tServer(
            'Our SMS do not reach your phone number, so we write by email. To try again, save your choice of SMS once more.',
          )}
        </p>
      ) : null}
      <details open={isRefused}>
        <summary className="link min-h-11 content-center">{tServer('Change')}</summary>
        <OwnForm
          credentials={credentials}
          className="mt-2 space-y-4 rounded-lg border border-line bg-white p-gutter"
          noValidate
        >
          <ContactField labels={labels} defaults={{ contact_by }} errors={errors} />
          <Button type="submit" variant="outline" name="step" value="contact">
            {tServer('Save')}
          </Button>
        </OwnForm>
      </details>
    </section>
  )
}
